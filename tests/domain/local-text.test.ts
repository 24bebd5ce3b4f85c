import { describe, expect, test } from 'vitest'
import { textIn } from '../../src/domain/text/local-text.ts'

describe('a text of the event is shown', () => {
  test.each([
    ['in the language of the app', { de: 'Hallo', en: 'Hello', fr: 'Salut' }, 'Hallo'],
    ['in English, where it is not in that language', { fr: 'Salut', en: 'Hello' }, 'Hello'],
    ['in the first language, where it is not in English', { fr: 'Salut', it: 'Ciao' }, 'Salut'],
    ['not at all, where there is none', {}, null],
    ['not at all, where the event has none', undefined, null],
  ])('%s', (_, text, shown) => {
    expect(textIn('de', text)).toBe(shown)
  })
})
