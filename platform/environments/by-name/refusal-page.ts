import { sourceLanguage, wantedLanguage } from '../../../src/domain/languages.ts'
import { type RefusalStatus, texts } from './refusal-texts.ts'

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
