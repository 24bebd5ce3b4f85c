import type { I18n } from '@lingui/core'
import { t } from '@lingui/core/macro'

/** A rank in the app's language. Null: there is none yet. */
export const rankText = (i18n: I18n, rank: number | null): string =>
  rank === null ? t(i18n)`N/A` : `#${i18n.number(rank)}`
