import type { RulesText } from "../text";

export const text: RulesText = {
  title: "Die Regeln",
  lead: "Niemand ist an der Reihe, denn alle spielen auf einmal: Ein Platz in der Mitte gehört dem, der zuerst da ist. Eine Runde dauert zwei, drei Minuten und ist schneller gespielt als erklärt.",
  contents: "Auf dieser Seite",
  deal: {
    title: "Was vor dir liegt",
    paragraphs: [
      "Jeder hat einen eigenen Kartensatz: vierzig Karten, von 1 bis 10 in Rot, Blau, Gelb und Grün. An der Rückseite erkennt man hinterher, wem welche Karte gehört.",
      "Zehn Karten bilden deinen Stapel; er liegt offen, doch zu sehen ist nur die oberste. Daneben liegt deine Reihe: drei offene Karten, zu dritt vier, zu zweit fünf. Der Rest ist verdeckt deine Hand.",
    ],
  },
  zones: { stack: "Stapel: zehn Karten, die weg müssen", row: "Reihe: jederzeit spielbar", hand: "Hand: immer drei auf einmal", waste: "Ablage: die oberste ist spielbar" },
  play: {
    title: "Spielen",
    paragraphs: [
      "Mit einer 1 eröffnest du einen Stapel in der Mitte. Darauf geht es in derselben Farbe Zahl für Zahl nach oben: auf die grüne 1 nur die grüne 2, dann die grüne 3, bis die 10 ihn abschließt. Von einer Farbe kann es mehrere Stapel geben, und auf jeden darf jeder legen.",
      "Gespielt wird von drei Stellen: jede Karte deiner Reihe, die oberste vom Stapel, die oberste der Ablage. Geht eine Karte aus der Reihe weg, rückt die oberste vom Stapel in die Lücke. So schrumpft der Stapel.",
    ],
  },
  piles: { opens: "Die 1 eröffnet", grows: "Eins höher, gleiche Farbe", finished: "Die 10 schließt ab" },
  turn: {
    title: "Die Hand umdrehen",
    paragraphs: [
      "Wann immer du magst, drehst du drei Handkarten auf einmal auf deine Ablage um. Nur die letzte der drei ist zu sehen und spielbar; ist sie fort, kommt die darunter dran. Sind weniger als drei übrig, drehst du eben die um.",
      "Ist die Hand leer, nimmst du die Ablage auf, mischst sie und drehst weiter um.",
    ],
  },
  end: {
    title: "Stopp!",
    paragraphs: [
      "Ist dein Stapel leer, darfst du die Runde beenden; was danach kommt, zählt nicht mehr. Du kannst aber auch schweigen und um Punkte weiterspielen, solange du dich traust: Jeder andere mit leerem Stapel kann ebenfalls Stopp rufen.",
      "Geht bei niemandem mehr etwas, werden die Hände gemischt, und es geht weiter. Würde auch das nicht helfen, wird ausgezählt, wie es liegt.",
    ],
  },
  score: {
    title: "Zählen",
    paragraphs: [
      "Jede deiner Karten in der Mitte ist ein Punkt, gleich welche Zahl sie hat und wer den Stapel eröffnet hat. Jede Karte, die auf deinem Stapel liegen blieb, kostet zwei. Reihe, Hand und Ablage zählen nicht, und das Beenden selbst bringt nichts ein.",
    ],
  },
  sum: { middle: "in der Mitte", left: "noch auf dem Stapel", points: "Punkte" },
  match: {
    title: "Die Partie",
    paragraphs: [
      "Bis zu fünft geht es auf 99 Punkte. Geschaut wird nur nach ganzen Runden; sind mehrere darüber, gewinnt die höchste Summe, und bei genauem Gleichstand entscheidet eine weitere Runde.",
      "Ab sechs Leuten kommen die Punkte langsam zusammen. Dann sind es fünf Runden, und die meisten Punkte gewinnen.",
    ],
  },
  profi: {
    title: "Profi: parken auf der Reihe",
    paragraphs: [
      "In dieser Variante darfst du Karten vom Stapel und von der Ablage auch auf deine eigene Reihe legen: genau eins niedriger als die Karte darunter und in einer anderen Farbe. Von so einem Häufchen geht nur die oberste in die Mitte, dann die nächste.",
      "Hohe Karten bist du so schnell los. Ein Platz wird aber erst frei, und vom Stapel nachgefüllt, wenn das ganze Häufchen weg ist.",
    ],
  },
  parked: { right: "ja: eins niedriger, andere Farbe", wrong: "nein: gleiche Farbe" },
  speed: {
    title: "Speed Machine",
    paragraphs: [
      "Jedes der acht Geräusche gehört jemandem oder niemandem: zu zweit hat jeder vier, zu dritt und zu viert zwei, zu mehreren eins. Während ihr spielt, tickt die Maschine, wirft ab und zu eine von 24 Action-Karten aus und macht dazu ein Geräusch.",
      "Ist es deins, darfst du zugreifen, bis sie wieder wirft. Danach dürfen alle, und die schnellste Hand bekommt die Karte. Gehört das Geräusch niemandem, ist sie von Anfang an frei. In der leisen Variante sind es alle.",
      "Joker, die am Ende noch auf deinem Stapel parken, kosten je zwei Punkte, und bevor sie weg sind, kannst du die Runde nicht beenden.",
    ],
  },
  fair: {
    title: "Wer zuerst war, und ehrliches Geben",
    paragraphs: [
      "Zwei wollen an denselben Platz, und die eine Leitung ist langsamer als die andere. Damit nicht die bessere Leitung gewinnt, zählt am Tisch, wann du gedrückt hast, und nicht, wann das hier ankam: Er weiß, wie lange jede Leitung braucht, und wartet einen Moment, nie mehr als eine Achtelsekunde, wenn ein früherer Druck noch unterwegs sein könnte. Dabei gilt nur, was der Server selbst misst. Liegt weniger als eine Hundertstelsekunde dazwischen, ist es unentschieden, und das Los entscheidet.",
      "Kommt deine Karte zurück, steht dabei, wer schneller war und um wie viel. Wer den Tisch aufmacht, kann auch wählen, dass liegt, was zuerst ankommt. Bots sind auf der Leitung nicht schneller als Menschen.",
      "Niemand muss glauben, dass ehrlich gemischt wurde. Vor jeder Runde versiegelt der Tisch eine geheime Zahl, und jedes Gerät gibt eine eigene dazu; nach der Runde werden alle genannt. Dein Gerät gibt die Karten dann noch einmal und sagt, ob es die waren, die es sein mussten. Beim Zurückschauen auf eine Runde wird aller Zufall noch einmal gemacht, allein auf deinem Gerät.",
    ],
  },
  sheets: {
    title: "Was im deutschen Regelblatt anders ist",
    paragraphs: [
      "Wer nach dem Blatt aus der Schachtel spielt, kennt manches anders. Die anderen Punkte sind gleich, auch das Mischen der Ablage.",
    ],
    headings: { point: "Punkt", sheet: "Im Regelblatt", here: "Hier üblich" },
    differences: [
      { point: "Lücke in der Reihe", sheet: "Du darfst sie füllen, musst aber nicht.", here: "Sie füllt sich von selbst." },
      { point: "Stapel leer", sheet: "Die Runde ist in diesem Augenblick aus.", here: "Du rufst Stopp, oder spielst weiter." },
      { point: "Nichts geht mehr", sheet: "Es wird sofort ausgezählt.", here: "Erst wird gemischt; gezählt nur, wenn das nicht hilft." },
      { point: "Umdrehen", sheet: "Wenn du mit den offenen Karten nicht weiterkommst.", here: "Jederzeit." },
      { point: "Die Partie", sheet: "Eine Anzahl Runden, die ihr vorher ausmacht.", here: "Bis 99 Punkte; ab sechs Leuten fünf Runden." },
      { point: "Profi", sheet: "Nur „absteigend“: auch um mehr als eins.", here: "Genau eins niedriger." },
    ],
    presets: [
      { name: "publisher", about: "spielt dieses Blatt, mit fünf Runden. Für seine Profi-Variante stell dazu „Profi“ an und „absteigend um“ auf „beliebig viel“." },
    ],
  },
};
