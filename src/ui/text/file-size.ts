const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** For example `1.5 kB`. Units are powers of 1000. */
export function fileSize(bytes: number, locale: string): string {
  const power = Math.max(
    0,
    units.findLastIndex((_, index) => bytes >= 1000 ** index),
  )
  const unit = units[power]
  const options = {
    style: 'unit',
    unit,
    // The short form of English is '80 byte'.
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumSignificantDigits: 3,
  } as const
  return new Intl.NumberFormat(locale, options).format(bytes / 1000 ** power)
}
