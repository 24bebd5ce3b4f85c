/** The place that the next member of a team gets, from 1. */
export function firstFreePlace(taken: ReadonlySet<number>): number {
  let place = 1
  while (taken.has(place)) place++
  return place
}
