/** Ports on which environments may be opened, both ends included. */
export interface PortRange {
  from: number
  to: number
}

/** Each port once. Two replicas of one host that start something at once rarely meet. */
export function* inRandomOrder({ from, to }: PortRange): Generator<number> {
  const count = to - from + 1
  const first = Math.floor(Math.random() * count)
  for (let at = 0; at < count; at++) yield from + ((first + at) % count)
}
