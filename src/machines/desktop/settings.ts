import { isSentExactly } from './content.ts'
import type { ConnectionInput, DesktopContext } from './context.ts'
import type { QualityStep, Scaling } from './events.ts'

/** The quality in use: the user's choice, or the measured one. */
export const effectiveQuality = ({
  preferences,
  measured,
}: Pick<DesktopContext, 'preferences' | 'measured'>): QualityStep =>
  preferences.quality === 'auto' ? measured.quality.step : preferences.quality

/** The scaling in use. Only the owner decides how large the desktop is. */
export const effectiveScaling = ({
  preferences: { scaling },
  role,
}: Pick<DesktopContext, 'preferences' | 'role'>): Scaling =>
  role === 'watcher' && scaling === 'resize' ? 'fit' : scaling

/** What the connection is set to. */
export const settingsOf = (context: DesktopContext): ConnectionInput['settings'] => ({
  type: 'settings.apply',
  scaling: effectiveScaling(context),
  quality: effectiveQuality(context),
  exact: isSentExactly(context.measured.plain),
  viewOnly: context.viewOnly,
  textSize: context.preferences.textSize,
})
