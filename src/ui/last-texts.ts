import type { I18n } from '@lingui/core'

/** Shown in every language, because they are also shown when no catalogue could be loaded. */
export const lastTexts = (i18n: Pick<I18n, 't'>) => ({
  broken: i18n.t('Something went wrong in the app. What you typed is kept.'),
  noCode: i18n.t('The app could not be loaded. Check your connection.'),
  noTexts: i18n.t('The texts of this page could not be loaded. Retrying…'),
  reload: i18n.t('Reload'),
})
