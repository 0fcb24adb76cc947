import type { RulesText } from "../text";

export const text: RulesText = {
  title: "Las reglas",
  lead: "Aquí nadie espera su turno: jugáis todos a la vez, y el sitio en el centro es de quien llega antes. Una ronda dura dos o tres minutos, menos de lo que se tarda en explicarla.",
  contents: "En esta página",
  deal: {
    title: "Lo que tienes delante",
    paragraphs: [
      "Cada uno tiene su propio mazo: cuarenta cartas, del 1 al 10 en rojo, azul, amarillo y verde. Cada mazo tiene su reverso, y así se sabe después de quién era cada carta.",
      "Diez cartas forman tu pila de Ligretto, boca arriba; solo se ve la primera. Al lado está tu fila: tres cartas descubiertas, cuatro si sois tres, cinco si sois dos. Todo lo demás, boca abajo, es tu mano.",
    ],
  },
  zones: { stack: "Pila de Ligretto: diez cartas que soltar", row: "Fila: se juega cuando quieras", hand: "Mano: de tres en tres", waste: "Descarte: se juega la de arriba" },
  play: {
    title: "Jugar",
    paragraphs: [
      "Con un 1 abres una pila en el centro. Encima se sube de uno en uno y siempre en el mismo color: sobre un 1 verde solo va un 2 verde, luego un 3 verde, hasta el 10 que la cierra. De un color puede haber varias pilas, y todos juegan en cualquiera, la haya abierto quien la haya abierto.",
      "Juegas desde tres sitios: cualquier carta de tu fila, la primera de tu pila de Ligretto y la de arriba de tu descarte. Cuando una carta sale de la fila, la primera de la pila de Ligretto ocupa el espacio. Así va menguando la pila.",
    ],
  },
  piles: { opens: "Un 1 la abre", grows: "Uno más, mismo color", finished: "Un 10 la cierra" },
  turn: {
    title: "Voltear la mano",
    paragraphs: [
      "Cuando quieras, voltea de golpe tres cartas de tu mano sobre tu descarte. Solo se ve y se juega la última de las tres; cuando se va, le toca a la de debajo. Si quedan menos de tres, voltea las que haya.",
      "Al acabarse la mano, recoge el descarte, barájalo y sigue.",
    ],
  },
  end: {
    title: "¡Stop!",
    paragraphs: [
      "Con tu pila de Ligretto vacía puedes parar la ronda, y nada de lo que venga después cuenta. También puedes callarte y seguir sumando mientras te atrevas: cualquier otro con la pila vacía puede pararla antes que tú.",
      "Si ya nada encaja para nadie, se barajan las manos y se sigue. Si ni eso sirviera, se cuenta lo que hay.",
    ],
  },
  score: {
    title: "Contar",
    paragraphs: [
      "Cada carta tuya en el centro es un punto, sea cual sea su número y quien abriera la pila. Cada una que te quede en la pila de Ligretto resta dos. La fila, la mano y el descarte no cuentan, y parar la ronda no da nada por sí mismo.",
    ],
  },
  sum: { middle: "en el centro", left: "en la pila", points: "puntos" },
  match: {
    title: "La partida",
    paragraphs: [
      "Hasta cinco jugadores se juega a 99 puntos. Los totales se miran solo al final de cada ronda; si varios pasan de 99, gana el más alto, y un empate exacto se resuelve con otra ronda.",
      "A partir de seis los puntos llegan despacio: son cinco rondas, y gana quien más sume.",
    ],
  },
  profi: {
    title: "Variante avanzada: aparcar en la fila",
    paragraphs: [
      "En esta variante también puedes poner en tu propia fila cartas de la pila de Ligretto o del descarte: exactamente uno menos que la carta que tapan, y de otro color. De ese montoncito solo sale al centro la carta de arriba, y después la siguiente.",
      "Te libras pronto de los números altos. Pero el espacio no queda libre, ni lo llena la pila de Ligretto, hasta que se va el montoncito entero.",
    ],
  },
  parked: { right: "sí: uno menos, otro color", wrong: "no: mismo color" },
  speed: {
    title: "Speed Machine",
    paragraphs: [
      "Cada uno de los ocho sonidos es de alguien o de nadie: siendo dos, cuatro por cabeza; siendo tres o cuatro, dos; siendo más, uno. Mientras jugáis, la máquina hace tictac y de vez en cuando lanza una de las 24 cartas de acción con un sonido.",
      "Si el sonido es tuyo, puedes tomar la carta hasta que la máquina vuelva a lanzar. Después puede cualquiera, y se la lleva la mano más rápida. Las cartas cuyo sonido no es de nadie son libres desde el principio. En la variante silenciosa lo son todas.",
      "Un comodín que al final siga en tu pila de Ligretto cuesta dos puntos, y no puedes parar la ronda antes de haberlo jugado.",
    ],
  },
  fair: {
    title: "Quién fue primero, y un reparto honrado",
    paragraphs: [
      "Dos quieren el mismo sitio, y una línea es más lenta que la otra. Para que no gane la mejor línea, en la mesa cuenta cuándo pulsaste y no cuándo llegó la noticia: sabe lo que tarda cada línea y espera un momento, nunca más de un octavo de segundo, si una pulsación anterior puede estar aún de camino. Solo vale lo que mide el propio servidor. Si hay menos de una centésima de segundo entre las dos, es empate, y decide una moneda.",
      "Si tu carta vuelve, la mesa dice quién fue más rápido y por cuánto. Quien abre la mesa también puede elegir que valga lo que llega primero. Los bots no van más rápido por la línea que las personas.",
      "Nadie tiene que creer que se barajó bien. Antes de cada ronda la mesa sella un número secreto, y cada dispositivo añade uno propio; después de la ronda se dicen todos. Tu dispositivo reparte entonces las cartas otra vez y dice si el reparto era el que tenía que ser. Al repasar una ronda se repite todo su azar, solo en tu dispositivo.",
    ],
  },
  sheets: {
    title: "En qué se distingue el reglamento en español",
    paragraphs: [
      "Si aprendiste con la hoja en español, esto es lo que conoces de otra manera. Llenar el hueco de la fila enseguida y ganar con 99 es igual aquí.",
    ],
    headings: { point: "Punto", sheet: "En la hoja", here: "Aquí, de serie" },
    differences: [
      { point: "Un 1 en la pila de Ligretto", sheet: "Las pilas se abren desde la fila o la mano; el 1 pasa antes por la fila.", here: "Puede abrir una pila." },
      { point: "Se acaba la mano", sheet: "Se le da la vuelta, sin barajar.", here: "Se baraja." },
      { point: "Pila de Ligretto vacía", sheet: "La ronda termina en ese momento.", here: "Tú la paras, o sigues jugando." },
      { point: "Ya nada encaja", sheet: "Todos barajan la mano y se reanuda.", here: "Igual; y si no sirve de nada, se cuenta." },
      { point: "Voltear", sheet: "Cuando no tienes otra carta que jugar.", here: "Cuando quieras." },
      { point: "Muchos jugadores", sheet: "Siempre a 99.", here: "Cinco rondas a partir de seis." },
    ],
    presets: [{ name: "playroom", about: "juega la hoja en español. Con dos jugadores, sin barajar, la ronda se atasca más a menudo." }],
  },
};
