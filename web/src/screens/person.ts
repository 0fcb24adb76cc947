/** The person before this browser: the name that is kept, and names for those who have none. */

const KEPT = "pellmell.name";
export const NAME_MOST = 24;

const FIRST = ["Swift", "Lucky", "Calm", "Sly", "Brave", "Merry", "Bold", "Quick", "Sunny", "Clever", "Nimble", "Jolly"];
const LAST = ["Fox", "Otter", "Heron", "Badger", "Lynx", "Robin", "Hare", "Marten", "Wren", "Mole", "Finch", "Newt"];

export function randomName(random: () => number = Math.random): string {
  const pick = (names: readonly string[]): string => names[Math.floor(random() * names.length)] ?? "";
  return `${pick(FIRST)} ${pick(LAST)}`;
}

export function keptName(): string {
  try {
    return localStorage.getItem(KEPT) ?? "";
  } catch {
    return "";
  }
}

export function keepName(name: string): void {
  try {
    localStorage.setItem(KEPT, name);
  } catch {
    // Then the name is asked for again.
  }
}
