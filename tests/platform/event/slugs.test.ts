import { expect, test } from 'vitest'
import { freeSlug, groupSlugOf, slugOf } from '../../../platform/event/slugs.ts'

test.each([
  ['Two-Time Pad', 'two-time-pad'],
  ['Déjà vu!', 'deja-vu'],
  ["  Can't touch this?  ", 'can-t-touch-this'],
  ['Задача 1', 'задача-1'],
  ['Großer Anhang', 'grosser-anhang'],
  [
    'ẞ Þórr Æther Œuvre Øre Łódź Đorđe Ħamrun Ŧ ısı',
    'ss-thorr-aether-oeuvre-ore-lodz-dorde-hamrun-t-isi',
  ],
])('%s has the slug %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})

test('a score group keeps the slug that accounts chose', () => {
  expect(groupSlugOf('Große Gäste')).toBe('große-gaste')
})

test('a name of signs alone has a slug that stays', () => {
  expect(slugOf('🚩')).toMatch(/^x-[0-9a-f]{4}$/)
  expect(slugOf('🚩')).toBe(slugOf('🚩'))
  expect(slugOf('🚩')).not.toBe(slugOf('🏁'))
})

test('a long name of rare letters is cut between two of them', () => {
  expect(slugOf(`a${'𐌰'.repeat(100)}`)).toBe(`a${'𐌰'.repeat(79)}`)
})

test('a taken slug gets digits of what is its own, until it is free', () => {
  const first = freeSlug('pad', 'b/challenge.yml', new Set(['pad']))
  expect(first).toMatch(/^pad-[0-9a-f]{4}$/)
  expect(freeSlug('pad', 'b/challenge.yml', new Set(['pad', 'other']))).toBe(first)
  expect(freeSlug('pad', 'b/challenge.yml', new Set(['pad', first]))).not.toBe(first)
})
