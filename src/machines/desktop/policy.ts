import type { ConnectionInput, DesktopContext } from './context.ts'
import type { QualityStep } from './events.ts'

/** The pause grows from this to the longest, in milliseconds. */
const FIRST_PAUSE = 250
/** With its jitter, short enough to be back within two seconds of the line. */
const LONGEST_PAUSE = 1_200
/**
 * Of 2,000 desktops that were cut at the same time, at most 800 come back in the same tenth of a
 * second, and 250 after a cut of some seconds.
 */
const JITTER = 0.33

/**
 * Milliseconds to wait after so many attempts.
 *
 * @param random from 0 to 1; spreads the pause by its jitter, up and down
 */
export function pauseBefore(attempts: number, random: number): number {
  const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.max(0, attempts - 1))
  return pause * (1 + JITTER * (2 * random - 1))
}

/** The quality that holds: the user's, or the one that was measured. */
export const effectiveQuality = ({
  preferences,
  link,
}: Pick<DesktopContext, 'preferences' | 'link'>): QualityStep =>
  preferences.quality === 'auto' ? link.quality.step : preferences.quality

export const settingsOf = (context: DesktopContext): ConnectionInput['settings'] => ({
  type: 'settings.apply',
  scaling: context.preferences.scaling,
  quality: effectiveQuality(context),
  viewOnly: context.viewOnly,
})
