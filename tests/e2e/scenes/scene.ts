import { readFileSync } from 'node:fs'
import type { Page, Route } from 'playwright/test'
import { everyLanguage, type Language } from '../../../src/domain/languages.ts'
import type { Participant } from '../../support/participant.ts'

/** A signed-in participant, with the texts that the app shows. */
export interface LocalParticipant extends Participant {
  readonly locale: Language
  /** What the app says for an English text of the source. */
  text(english: string): string
}

/** One page or dialog in one state, which the same account opens from the previous one in its list. */
export interface Scene {
  readonly name: string
  readonly open: (participant: LocalParticipant) => Promise<unknown>
  /** The platform answers as it did for the previous scene. */
  readonly keepsAnswers?: boolean
}

/** One for which nobody is signed in. */
export interface OutsideScene {
  readonly name: string
  readonly open: (page: Page, locale: Language) => Promise<unknown>
}

const catalog = (locale: Language) => {
  const po = readFileSync(`src/locales/${locale}.po`, 'utf8')
  const pairs = po.matchAll(/^msgid "(.+)"\nmsgstr "(.*)"$/gm)
  return new Map([...pairs].map(([, english = '', text = '']) => [english, text]))
}

const catalogs = new Map(everyLanguage.map(language => [language, catalog(language)]))

export function textIn(locale: Language, english: string): string {
  const text = catalogs.get(locale)?.get(english)
  if (text === undefined) throw new Error(`No catalog has the text: ${english}`)
  return text
}

/** A page by its path. */
export const at = (name: string, path: string): Scene => ({
  name,
  open: participant => participant.visit(path),
})

/** A page for which the calls of `url` get this answer, until the next scene. */
export const answered = (
  name: string,
  path: string,
  url: string,
  answer: (route: Route) => Promise<unknown>,
): Scene => ({
  name,
  async open(participant) {
    await participant.page.route(url, answer)
    await participant.visit(path)
  },
})

/** Answers as if the platform were broken. */
export const failing = (route: Route) =>
  route.fulfill({
    status: 500,
    json: { ok: false, code: 'UNKNOWN', message: 'The backend has lost its way.' },
  })

/** The real answer, changed. */
export const changed =
  (change: (body: Record<string, unknown>) => object) => async (route: Route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: change(await response.json()) })
  }
