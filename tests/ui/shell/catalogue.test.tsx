import type { CompiledMessage } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'
import { catalogueOf } from '../../../src/browser/language/catalogue.ts'
import { everyLanguage, type Language, sourceLanguage } from '../../../src/domain/languages.ts'

type Part = CompiledMessage[number]

/** The ids of texts whose gaps a language needs in another order than English. Somebody has read each of them. */
const reordered: Readonly<Partial<Record<Language, readonly string[]>>> = {}

/** The gaps of a text in their order: names of values, and of elements around a part of the text. */
const gapsIn = (message: string | CompiledMessage): readonly string[] =>
  [message].flat(1).flatMap((part: Part) => {
    if (typeof part === 'string') return part.match(/<\/?\w+\/?>/g) ?? []
    const [name, kind, forms] = part
    // Of the forms of a number, only one is read. Not every language has those of an order.
    if (kind !== 'plural' || !forms) return [name]
    return [`${name}: ${longest(Object.values(forms)).join()}`]
  })
const longest = (forms: readonly unknown[]) =>
  forms
    .filter(form => typeof form !== 'number')
    .map(form => gapsIn(form as CompiledMessage))
    .reduce((one, other) => (other.length > one.length ? other : one), [])

test.each(everyLanguage.filter(one => one !== sourceLanguage))(
  'in %s, each text has the gaps of the English one in their order, so that no two are swapped',
  async language => {
    const [source, target] = await Promise.all([catalogueOf(sourceLanguage), catalogueOf(language)])
    expect(Object.keys(target).toSorted()).toEqual(Object.keys(source).toSorted())
    const gaps = (messages: typeof source) =>
      Object.fromEntries(
        Object.entries(messages).map(([id, text]) => {
          const found = gapsIn(text as CompiledMessage)
          return [id, reordered[language]?.includes(id) ? found.toSorted() : found]
        }),
      )
    expect(gaps(target)).toEqual(gaps(source))
  },
)

/** The forms of each number in a text, also of those within others. */
const numbersIn = (message: unknown): readonly Readonly<Record<string, unknown>>[] => {
  if (!Array.isArray(message)) return []
  const [, kind, forms] = message
  if (kind !== 'plural') return message.flatMap(numbersIn)
  return [forms, ...Object.values(forms).flatMap(numbersIn)]
}

test.each(everyLanguage)('in %s, one thing is not called like several', async language => {
  const numbers = Object.values(await catalogueOf(language)).flatMap(numbersIn)
  expect(numbers.length).toBeGreaterThan(0)
  for (const { one, other } of numbers) expect(one).not.toEqual(other)
})
