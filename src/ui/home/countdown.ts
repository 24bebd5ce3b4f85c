const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Splits milliseconds for the tiles; all zero after the start. The words stay German (spec §2). */
export function countdownTiles(milliseconds: number) {
  const left = Math.max(0, Math.ceil(milliseconds / SECOND) * SECOND)
  return [
    { value: Math.floor(left / DAY), label: 'Tage' },
    { value: Math.floor((left % DAY) / HOUR), label: 'Stunden' },
    { value: Math.floor((left % HOUR) / MINUTE), label: 'Minuten' },
    { value: (left % MINUTE) / SECOND, label: 'Sekunden' },
  ]
}
