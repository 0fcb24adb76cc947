/** Who may grab what the Speed Machine threw. */
import { SEATS, type Seat } from "./cards";
import { type Noise, type Throw, thrown } from "./machine";
import type { Table } from "./table";

/** Who owns a noise; null where it was set aside, or there is none. */
export const noiseOwner = ({ areas }: Table, noise: Noise | null): Seat | null =>
  (noise && SEATS.find((_, at) => areas[at]?.beside.noises.includes(noise))) ?? null;

/** Who alone may take a lying card: the owner of the last one's noise, until the next throw. */
export const keptFor = (table: Table, { number, noise }: Throw): Seat | null =>
  table.machine && number === thrown(table.machine) ? noiseOwner(table, noise) : null;

/** Whether a seat may take a lying card now. */
export function mayGrab(table: Table, lying: Throw, seat: Seat): boolean {
  const owner = keptFor(table, lying);
  return owner === null || owner === seat;
}
