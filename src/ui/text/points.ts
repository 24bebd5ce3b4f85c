import type { I18n } from '@lingui/core'

/** Points in the app's language. Fewer than none begin with a minus sign: `Intl` writes a hyphen. */
export const pointsText = (
  i18n: I18n,
  points: number,
  options?: Intl.NumberFormatOptions,
): string => i18n.number(points, options).replace('-', '−')
