/**
 * The surfaces of each scheme on which text has the least contrast, from src/ui/tokens.css. A test
 * compares the two files.
 */
export const surfaces = { light: '#f0ece3', dark: '#2a2721' } as const
export type Scheme = keyof typeof surfaces

/** WCAG 2.2, 1.4.3: the least contrast of text. */
const minContrast = 4.5
const steps = 50

/** The colour, or the nearest shade of it that text of the scheme can have. */
export function readable(color: string, scheme: Scheme): string {
  const end = scheme === 'light' ? '#000000' : '#ffffff'
  for (let step = 0; step < steps; step++) {
    const shade = mix(color, end, step / steps)
    if (contrast(shade, surfaces[scheme]) >= minContrast) return shade
  }
  return end
}

/** From 1 to 21: WCAG 2.2's ratio of relative luminances. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map(channel => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function mix(from: string, to: string, share: number): string {
  const end = channels(to)
  const mixed = channels(from).map((channel, at) => channel + ((end[at] ?? 0) - channel) * share)
  return `#${mixed.map(channel => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
}

const channels = (color: string) =>
  [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16))
