/** The seat that the next member of a team gets, from 1. */
export function firstFreeSeat(taken: ReadonlySet<number>): number {
  let seat = 1
  while (taken.has(seat)) seat++
  return seat
}
