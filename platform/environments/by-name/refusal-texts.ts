import { inEveryLanguage } from '../../locales/texts.ts'

/** Why a request does not reach an environment, by the status of its answer. */
export type RefusalStatus = 400 | 404 | 413 | 502 | 503 | 504

/** The texts of the page that is shown then. */
export const texts = inEveryLanguage(i18n => {
  const byStatus: Record<RefusalStatus, { title: string; todo: string }> = {
    400: {
      title: i18n.t('Bad request'),
      todo: i18n.t('The platform does not forward this request.'),
    },
    404: {
      title: i18n.t('No environment here'),
      todo: i18n.t(
        'It has ended, or the address is wrong. Start it again on the challenge’s page, and open the address that you find there.',
      ),
    },
    413: { title: i18n.t('Too large'), todo: i18n.t('A request may have up to 100 MB.') },
    502: {
      title: i18n.t('The environment does not answer'),
      todo: i18n.t(
        'Reload this page in a few seconds. If that does not help, stop the environment on the challenge’s page and start it again.',
      ),
    },
    503: { title: i18n.t('Too many requests'), todo: i18n.t('Reload this page in a few seconds.') },
    504: {
      title: i18n.t('The environment does not answer in time'),
      todo: i18n.t(
        'Reload this page. If that does not help, stop the environment on the challenge’s page and start it again.',
      ),
    },
  }
  return { ...byStatus, app: i18n.t('To the challenges') }
})
