import type { Brand } from '../api/contract.ts'

/**
 * The CSS custom properties of `tokens.css` that an event's accent colour replaces. Its contrast with the
 * surfaces of each scheme is enough for text, so white and nearly black are readable on it.
 */
export function accentProperties(
  accent: NonNullable<Brand['accentColor']>,
): Readonly<Record<`--${string}`, string>> {
  const color = `light-dark(${accent.light}, ${accent.dark})`
  return {
    '--accent': color,
    '--accent-line': color,
    '--accent-text': color,
    '--accent-hover': `light-dark(color-mix(in srgb, ${accent.light} 88%, #000000), color-mix(in srgb, ${accent.dark} 88%, #ffffff))`,
    '--accent-tint': `light-dark(color-mix(in srgb, ${accent.light} 8%, #ffffff), color-mix(in srgb, ${accent.dark} 10%, #1c1a17))`,
    '--on-accent': 'light-dark(#ffffff, #141310)',
    '--focus': color,
  }
}
