/** Chance, handed in from outside, and the orders that it makes. */
import { NOISES, type Noise, share } from "./machine";

/** A number from 0 to `bound` - 1, each as likely as any other. */
export type Dice = (bound: number) => number;

/** The items in an order that chance decides, every order as likely (Fisher and Yates). */
export function shuffled<T>(items: readonly T[], dice: Dice): T[] {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = dice(last + 1);
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}

/** The noises of so many seats: as many for each, at random, and the rest set aside. */
export function dealNoises(seats: number, dice: Dice): Noise[][] {
  const order = shuffled(NOISES, dice);
  const each = share(seats);
  return Array.from({ length: seats }, (_, seat) => order.slice(seat * each, (seat + 1) * each));
}
