import { sourceLanguage, wantedLanguage } from '../../../src/domain/languages.ts'
import { inEveryLanguage } from '../../locales/texts.ts'

/** Why a request does not reach an environment, by the status of its answer. */
export type RefusalStatus = 400 | 404 | 413 | 502 | 503 | 504

const texts = inEveryLanguage(i18n => {
  const texts: Record<RefusalStatus, { title: string; todo: string }> = {
    400: {
      title: i18n.t('Bad request'),
      todo: i18n.t('The platform does not forward this request.'),
    },
    404: {
      title: i18n.t('No environment here'),
      todo: i18n.t(
        "It has ended, or the address is wrong. Start it again on the challenge's page, and open the address that you find there.",
      ),
    },
    413: { title: i18n.t('Too large'), todo: i18n.t('A request may have up to 100 MB.') },
    502: {
      title: i18n.t('The environment does not answer'),
      todo: i18n.t(
        "Reload this page in a few seconds. If that does not help, stop the environment on the challenge's page and start it again.",
      ),
    },
    503: { title: i18n.t('Too many requests'), todo: i18n.t('Reload this page in a few seconds.') },
    504: {
      title: i18n.t('The environment does not answer in time'),
      todo: i18n.t(
        "Reload this page. If that does not help, stop the environment on the challenge's page and start it again.",
      ),
    },
  }
  return { ...texts, app: i18n.t('To the challenges') }
})

/** @param origin where the app is */
export function refusalPage(status: RefusalStatus, acceptLanguage: string, origin: string) {
  const language = wantedLanguage(acceptLanguage.split(/[\s,]+/)) ?? sourceLanguage
  const { title, todo } = texts[language][status]
  const body = `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:12vh auto;padding:0 1rem}</style>
<h1>${title}</h1>
<p>${todo}</p>
<p><a href="${origin}/">${texts[language].app}</a></p>
</html>
`
  return {
    body,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      vary: 'accept-language',
      ...(status === 503 && { 'retry-after': '2' }),
    },
  }
}
