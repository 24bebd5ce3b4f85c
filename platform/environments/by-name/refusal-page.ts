import type { Language } from '../../../src/domain/languages.ts'
import { sourceLanguage, wantedLanguage } from '../../../src/domain/languages.ts'

/** Why a request does not reach an environment, by the status of its answer. */
export type RefusalStatus = 400 | 404 | 413 | 502 | 503 | 504

interface Text {
  title: string
  todo: string
}

const app: Record<Language, string> = { en: 'To the challenges', de: 'Zu den Challenges' }

const texts: Record<Language, Record<RefusalStatus, Text>> = {
  en: {
    400: { title: 'Bad request', todo: 'The platform does not forward this request.' },
    404: {
      title: 'No environment here',
      todo: "It has ended, or the address is wrong. Start it again on the challenge's page, and open the address that you find there.",
    },
    413: { title: 'Too large', todo: 'A request may have up to 100 MB.' },
    502: {
      title: 'The environment does not answer',
      todo: "Reload this page in a few seconds. If that does not help, stop the environment on the challenge's page and start it again.",
    },
    503: {
      title: 'Too many requests',
      todo: 'Reload this page in a few seconds.',
    },
    504: {
      title: 'The environment does not answer in time',
      todo: "Reload this page. If that does not help, stop the environment on the challenge's page and start it again.",
    },
  },
  de: {
    400: {
      title: 'Ungültige Anfrage',
      todo: 'Die Plattform leitet diese Anfrage nicht weiter.',
    },
    404: {
      title: 'Hier ist keine Umgebung',
      todo: 'Sie ist beendet, oder die Adresse stimmt nicht. Starte sie auf der Seite der Challenge neu und öffne die Adresse, die dort steht.',
    },
    413: { title: 'Zu groß', todo: 'Eine Anfrage darf höchstens 100 MB groß sein.' },
    502: {
      title: 'Die Umgebung antwortet nicht',
      todo: 'Lade die Seite in ein paar Sekunden neu. Wenn das nicht hilft, stoppe die Umgebung auf der Seite der Challenge und starte sie neu.',
    },
    503: {
      title: 'Zu viele Anfragen',
      todo: 'Lade die Seite in ein paar Sekunden neu.',
    },
    504: {
      title: 'Die Umgebung antwortet nicht rechtzeitig',
      todo: 'Lade die Seite neu. Wenn das nicht hilft, stoppe die Umgebung auf der Seite der Challenge und starte sie neu.',
    },
  },
}

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
<p><a href="${origin}/">${app[language]}</a></p>
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
