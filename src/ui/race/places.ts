/**
 * Moves labels apart: each stays as near as it can to the place that it wants. All numbers are of one unit.
 * The result is in the order of `wanted`.
 *
 * @param gap the least distance of two labels
 * @param most the largest number that a place may have
 */
export function placesOf(wanted: readonly number[], gap: number, most: number): readonly number[] {
  const order = wanted.map((_, index) => index).sort((a, b) => at(wanted, a) - at(wanted, b))
  const places = [...wanted]
  let least = 0
  for (const index of order) {
    places[index] = Math.max(at(places, index), least)
    least = at(places, index) + gap
  }
  let room = most
  for (const index of order.toReversed()) {
    places[index] = Math.min(at(places, index), room)
    room = at(places, index) - gap
  }
  return places
}

const at = (numbers: readonly number[], index: number) => numbers[index] ?? 0
