import type { RulesText } from "../text";

export const text: RulesText = {
  title: "The rules",
  lead: "Nobody waits for a turn: all of you play at once, and a place in the middle belongs to whoever gets there first. A round takes two or three minutes and is easier to play than to explain.",
  contents: "On this page",
  deal: {
    title: "What lies in front of you",
    paragraphs: [
      "Everybody has a deck of their own: forty cards, the numbers 1 to 10 in red, blue, yellow and green. Every deck has a back of its own, so that it is known afterwards whose card was whose.",
      "Ten cards make your stack, face up; only the top one can be seen. Beside it lies your row: three open cards, four if you are three players, five if you are two. All the rest is your hand, face down.",
    ],
  },
  zones: { stack: "Stack: ten cards, get rid of them", row: "Row: always at hand", hand: "Hand: turned three at a time", waste: "Waste: its top card plays" },
  play: {
    title: "Playing",
    paragraphs: [
      "A 1 opens a new pile in the middle, whenever you have one. On every pile the numbers rise one by one in a single colour: on a green 1 only a green 2, then a green 3, up to the 10 that finishes it. There may be several piles of a colour, and anybody may play on any of them.",
      "You play from three places: any card of your row, the top of your stack, the top of your waste. When a card of the row is gone, the top of your stack moves up into the gap. That is how the stack melts.",
    ],
  },
  piles: { opens: "A 1 opens", grows: "One up, same colour", finished: "A 10 closes" },
  turn: {
    title: "Turning your hand",
    paragraphs: [
      "Whenever you like, turn three cards from your hand onto your waste. Only the last of the three shows and can be played; once it is gone, the one beneath it is next. If fewer than three are left, turn what there is.",
      "When the hand is empty, take up the waste, shuffle it, and go on turning.",
    ],
  },
  end: {
    title: "Stop!",
    paragraphs: [
      "Once your stack is empty you may stop the round, and nothing counts that is played after it. You may also keep quiet and play on for more points, for as long as you dare: anybody else with an empty stack can stop it too.",
      "If nothing goes any more for anybody, the hands are shuffled and it goes on. If even that would not help, the round is counted as it lies.",
    ],
  },
  score: {
    title: "Counting",
    paragraphs: [
      "Each of your cards in the middle is a point, whatever its number and whoever opened the pile. Each card left on your stack takes two points off. Row, hand and waste do not count. Stopping the round earns nothing by itself.",
    ],
  },
  sum: { middle: "in the middle", left: "left on the stack", points: "points" },
  match: {
    title: "The match",
    paragraphs: [
      "Up to five of you play to 99 points. The totals are looked at after whole rounds only; if several are over it, the highest wins, and an exact tie is settled by one more round.",
      "With six and more the points come slowly, so it is five rounds, and the most points win.",
    ],
  },
  profi: {
    title: "Profi: the row as a parking place",
    paragraphs: [
      "In this variant you may also lay cards onto your own row, from your stack or your waste: exactly one lower than the card they cover, and in another colour. Only the top card of such a heap can be played to the middle, then the one beneath it.",
      "It gets high cards off your stack quickly. But a place in the row is free, and taken by the next card of the stack, only when the whole heap is gone.",
    ],
  },
  parked: { right: "yes: one lower, another colour", wrong: "no: the same colour" },
  speed: {
    title: "Speed Machine",
    paragraphs: [
      "Each of the eight noises belongs to somebody or to nobody; with two players everybody has four, with three or four players two, with more of them one. While you play, the machine ticks, and every now and then it throws one of 24 action cards and makes a noise.",
      "If the noise is yours, the card is yours to grab until the machine throws again. After that everybody may, and the fastest gets it. Cards with a noise that belongs to nobody are free from the start. In the quiet variant every card is.",
      "Jokers still parked on your stack at the end cost two points each, and you cannot stop the round before they are gone.",
    ],
  },
  fair: {
    title: "Who was first, and an honest deal",
    paragraphs: [
      "Two of you want the same place, and one line is slower than the other. So that the better line does not win, the table goes by when you pressed, not by when the news arrived: it knows how long each line takes, and waits a moment, never more than an eighth of a second, if an earlier press could still be on its way. Only what the server measures itself counts. Presses less than a hundredth of a second apart are a draw, and a coin decides.",
      "If your card comes back, the table says who was faster and by how much. The host may also choose that whatever arrives first lies first. Bots are no quicker on the line than people are.",
      "Nobody has to believe that the shuffling was honest. Before each round the table seals a secret number, and every player’s device adds one of its own; all of them are told after the round. Your device then deals the cards once more and says whether the deal was the one it had to be. Looking back on a round does all its chance again, on your device alone.",
    ],
  },
  sheets: {
    title: "Which rule sheet do you know?",
    paragraphs: [
      "The printed rules do not agree with one another. These are the points on which they part; the presets of a new table play each of them as written.",
    ],
    headings: { point: "Point", sheet: "On other sheets", here: "Standard here" },
    differences: [
      { point: "A gap in the row", sheet: "German and French: you may fill it. Spanish and Hebrew: it is filled at once.", here: "It fills itself." },
      { point: "A 1 on the stack", sheet: "Spanish and Hebrew: it goes through the row first.", here: "It may open a pile." },
      { point: "The hand is empty", sheet: "French, Spanish and Hebrew: turn the waste over, unshuffled.", here: "Shuffle it." },
      { point: "The stack is empty", sheet: "German, Spanish and Hebrew: the round ends there and then. French: you may wait.", here: "You call it, or play on." },
      { point: "Nothing goes any more", sheet: "German and French: count. Spanish and Hebrew: shuffle hands and go on.", here: "Shuffle; count only if that cannot help." },
      { point: "Turning the hand", sheet: "German, Spanish and Hebrew: when nothing else can be played. French: whenever you like.", here: "Whenever you like." },
      { point: "Profi", sheet: "German and French: in falling order, no more is said. Spanish: by one. Hebrew: there is no such variant.", here: "Lower by exactly one." },
      { point: "The match", sheet: "German: an agreed number of rounds. French: points or rounds won. Spanish and Hebrew: to 99.", here: "To 99, or five rounds from six players on." },
    ],
    presets: [
      { name: "playroom", about: "plays the English sheet of that house, and the Spanish and Hebrew ones." },
      { name: "publisher", about: "plays the German sheet." },
      { name: "french", about: "plays the French sheet. With two or three players its rounds often get stuck." },
      { name: "speed", about: "plays the manual of the Speed Machine: a single round." },
    ],
  },
};
