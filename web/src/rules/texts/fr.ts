import type { RulesText } from "../text";

export const text: RulesText = {
  title: "Les règles",
  lead: "Personne n’attend son tour : tout le monde joue en même temps, et une place au centre est à qui y arrive le premier. Une manche dure deux ou trois minutes, moins qu’il n’en faut pour l’expliquer.",
  contents: "Sur cette page",
  deal: {
    title: "Ce que tu as devant toi",
    paragraphs: [
      "Chacun a son propre paquet : quarante cartes, de 1 à 10 en rouge, bleu, jaune et vert. Chaque paquet a son dos, ce qui permet de rendre à chacun ses cartes quand on compte.",
      "Dix cartes forment ta pile Ligretto, face visible ; on n’en voit que la première. À côté, ta rangée : trois cartes visibles, quatre si vous êtes trois, cinq si vous êtes deux. Le reste, face cachée, c’est ta main.",
    ],
  },
  zones: { stack: "Pile Ligretto : dix cartes à écouler", row: "Rangée : jouable à tout moment", hand: "Main : trois cartes à la fois", waste: "Défausse : celle du dessus se joue" },
  play: {
    title: "Jouer",
    paragraphs: [
      "Un 1 ouvre une pile au centre. On y monte ensuite de un en un, toujours dans la même couleur : sur un 1 vert, seulement un 2 vert, puis un 3 vert, jusqu’au 10 qui la termine. Une même couleur peut avoir plusieurs piles, et chacun joue sur celle qu’il veut, peu importe qui l’a ouverte.",
      "Tu joues depuis trois endroits : n’importe quelle carte de ta rangée, la première de ta pile Ligretto, celle du dessus de ta défausse. Quand une carte quitte la rangée, la première de la pile Ligretto prend la place. C’est ainsi que la pile fond.",
    ],
  },
  piles: { opens: "Un 1 ouvre", grows: "Un de plus, même couleur", finished: "Un 10 termine" },
  turn: {
    title: "Retourner sa main",
    paragraphs: [
      "Quand tu en as envie, retourne trois cartes de ta main d’un coup sur ta défausse. Seule la dernière se voit et se joue ; une fois partie, c’est au tour de celle du dessous. S’il en reste moins de trois, retourne ce qu’il y a.",
      "La main vide, reprends la défausse, mélange-la et continue.",
    ],
  },
  end: {
    title: "Stop !",
    paragraphs: [
      "Ta pile Ligretto vide, tu peux arrêter la manche : rien de ce qui suit ne compte. Tu peux aussi te taire et jouer encore pour des points, tant que tu l’oses, car n’importe qui d’autre avec une pile vide peut l’arrêter à ta place.",
      "Si plus rien ne va pour personne, les mains sont mélangées et on reprend. Si même cela ne servait à rien, on compte tel quel.",
    ],
  },
  score: {
    title: "Compter",
    paragraphs: [
      "Chacune de tes cartes au centre vaut un point, quels que soient son nombre et celui qui a ouvert la pile. Chacune restée sur ta pile Ligretto en retire deux. Rangée, main et défausse ne comptent pas, et arrêter la manche ne rapporte rien en soi.",
    ],
  },
  sum: { middle: "au centre", left: "restées sur la pile", points: "points" },
  match: {
    title: "Le match",
    paragraphs: [
      "Jusqu’à cinq, on joue en 99 points. On ne regarde les totaux qu’après une manche entière ; si plusieurs ont dépassé 99, le plus haut gagne, et une égalité parfaite se règle par une manche de plus.",
      "À six et plus, les points viennent lentement : on joue cinq manches, et le plus de points gagne.",
    ],
  },
  profi: {
    title: "Variante avancée : se garer sur la rangée",
    paragraphs: [
      "Ici tu peux aussi poser sur ta propre rangée des cartes de ta pile Ligretto ou de ta défausse : exactement un de moins que la carte couverte, et d’une autre couleur. De ce petit tas, seule la carte du dessus peut aller au centre, puis la suivante.",
      "On se défait vite de ses grands nombres. Mais une place n’est libre, et remplie depuis la pile Ligretto, que quand tout le tas est parti.",
    ],
  },
  parked: { right: "oui : un de moins, autre couleur", wrong: "non : même couleur" },
  speed: {
    title: "Speed Machine",
    paragraphs: [
      "Chacun des huit bruits appartient à quelqu’un ou à personne : à deux, chacun en a quatre ; à trois ou quatre, deux ; au-delà, un seul. Pendant que vous jouez, la machine fait tic-tac et lance de temps à autre une des 24 cartes action, avec un bruit.",
      "Si c’est le tien, la carte est à toi jusqu’au lancer suivant. Après, tout le monde peut la saisir, et le plus rapide l’emporte. Une carte dont le bruit n’est à personne est libre d’emblée. Dans la variante tranquille, toutes le sont.",
      "Un joker encore posé sur ta pile Ligretto à la fin coûte deux points, et tu ne peux pas arrêter la manche avant de l’avoir joué.",
    ],
  },
  fair: {
    title: "Qui était premier, et une donne honnête",
    paragraphs: [
      "Deux joueurs visent la même place, et l’une des lignes est plus lente que l’autre. Pour que la meilleure ligne ne gagne pas d’office, la table regarde quand tu as appuyé, et non quand elle l’a appris : elle sait combien de temps prend chaque ligne, et attend un instant, jamais plus d’un huitième de seconde, si un geste plus ancien peut encore être en route. Seul compte ce que le serveur mesure lui-même. À moins d’un centième de seconde d’écart, c’est une égalité, et une pièce décide.",
      "Si ta carte revient, la table dit qui a été plus rapide, et de combien. L’hôte peut aussi choisir que la première carte arrivée soit la première posée. Les robots ne vont pas plus vite que les gens sur la ligne.",
      "Personne n’a besoin de croire que les cartes ont été bien mélangées. Avant chaque manche, la table scelle un nombre secret et chaque appareil en ajoute un à lui ; tous sont révélés après la manche. Ton appareil redonne alors les cartes et dit si la donne était bien celle qu’elle devait être. Quand on revient sur une manche, tout son hasard est refait, sur ton seul appareil.",
    ],
  },
  sheets: {
    title: "Ce que disent les règles françaises",
    paragraphs: [
      "Si tu as appris avec la règle en français, voici ce que tu connais autrement. Annoncer la fin plus tard pour gratter des points y est permis aussi.",
      "La notice française de la Speed Machine parle de huit bruits et n’en cite que sept : la fanfare y manque. Elle est ici. Pour elle, une partie est une seule manche.",
    ],
    headings: { point: "Point", sheet: "Règle française", here: "Ici d’habitude" },
    differences: [
      { point: "Place libre dans la rangée", sheet: "Tu peux la remplir, rien ne t’y oblige.", here: "Elle se remplit toute seule." },
      { point: "Main vide", sheet: "La défausse est reprise sans mélanger.", here: "On la mélange." },
      { point: "Plus rien ne va", sheet: "La manche s’arrête et on compte.", here: "On mélange ; on ne compte que si cela n’aide pas." },
      { point: "Le match", sheet: "À votre goût : des points, 99 de préférence, ou des manches gagnées.", here: "En 99 points ; cinq manches à partir de six joueurs." },
      { point: "Variante avancée", sheet: "En ordre décroissant, sans plus.", here: "Exactement un de moins." },
    ],
    presets: [
      { name: "french", about: "joue la règle française. À deux ou trois, sans mélange, la plupart des manches se bloquent. Pour sa variante avancée, active celle-ci et choisis de descendre « d’autant qu’on veut »." },
      { name: "speed", about: "joue la notice de la Speed Machine." },
    ],
  },
};
