import { afterEach, beforeEach, expect, test } from 'vitest'
import { createActor, toPromise } from 'xstate'
import { applyScheme } from '../../src/browser/scheme.ts'
import type { Scheme } from '../../src/machines/scheme/scheme.ts'

const bar = (scheme: 'light' | 'dark') => `<meta name="theme-color" data-scheme="${scheme}">`
beforeEach(() => {
  document.head.innerHTML = bar('light') + bar('dark')
})
afterEach(() => {
  document.head.innerHTML = ''
  delete document.documentElement.dataset.scheme
  localStorage.clear()
})

const bars = () => [...document.querySelectorAll('meta')].map(({ media }) => media)

test.each<[Scheme, string | undefined, string[]]>([
  ['light', 'light', ['all', 'not all']],
  ['dark', 'dark', ['not all', 'all']],
  ['system', undefined, ['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']],
])(
  "the scheme %s is stored, and shown by the page and by the browser's own bars",
  async (scheme, shown, expected) => {
    document.documentElement.dataset.scheme = 'light'
    await toPromise(createActor(applyScheme, { input: { scheme } }).start())
    expect(localStorage.getItem('scheme')).toBe(scheme)
    expect(document.documentElement.dataset.scheme).toBe(shown)
    expect(bars()).toEqual(expected)
  },
)
