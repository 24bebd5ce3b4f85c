import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import type { Language } from '../../../src/domain/languages.ts'
import type { LocaleInput } from '../../../src/machines/locale/first.ts'
import { localeMachine } from '../../../src/machines/locale/machine.ts'
import { localeOf } from '../../../src/machines/locale/selectors.ts'
import { createFakePromise } from '../../support/fakes/calls.ts'
import { createTime, settled } from '../../support/time.ts'

function start(input: LocaleInput) {
  const time = createTime()
  const activate = createFakePromise<void, { locale: Language; isChosen: boolean }>()
  const locale = createActor(localeMachine.provide({ actors: { activate: activate.logic } }), {
    clock: time.clock,
    input,
  }).start()
  return { time, activate, locale }
}

test.for<[LocaleInput, { locale: Language; isChosen: boolean }]>([
  [
    { stored: 'de', browser: ['en-US'] },
    { locale: 'de', isChosen: true },
  ],
  [
    { stored: 'la', browser: ['de-AT', 'en'] },
    { locale: 'de', isChosen: false },
  ],
  [
    { stored: null, browser: ['la', 'DE'] },
    { locale: 'de', isChosen: false },
  ],
  [
    { stored: null, browser: ['en-GB', 'de'] },
    { locale: 'en', isChosen: false },
  ],
  [
    { stored: null, browser: ['la', 'den'] },
    { locale: 'en', isChosen: false },
  ],
  [
    { stored: null, browser: [] },
    { locale: 'en', isChosen: false },
  ],
])('%o begins as %o: the stored choice, else the browser, else English', ([input, expected]) => {
  expect(start(input).activate.last().input).toEqual(expected)
})

test('a choice is activated and stored, and active once its texts are there', async () => {
  const { activate, locale } = start({ stored: null, browser: ['en'] })
  activate.last().answer.resolve()
  await settled()
  expect(locale.getSnapshot().value).toBe('active')
  locale.send({ type: 'locale.changed', locale: 'de' })
  expect([activate.last().input, locale.getSnapshot().value]).toEqual([
    { locale: 'de', isChosen: true },
    'activating',
  ])
  activate.last().answer.resolve()
  await settled()
  expect([localeOf(locale.getSnapshot()), locale.getSnapshot().value]).toEqual(['de', 'active'])
})

test('the newest choice wins over one whose texts are still loading', () => {
  const { activate, locale } = start({ stored: null, browser: ['en'] })
  locale.send({ type: 'locale.changed', locale: 'de' })
  locale.send({ type: 'locale.changed', locale: 'en' })
  expect([
    activate.calls.map(call => call.signal.aborted),
    activate.calls.map(call => call.input.locale),
  ]).toEqual([
    [true, true, false],
    ['en', 'de', 'en'],
  ])
})

test('choosing the language that is there already does nothing', async () => {
  const { activate, locale } = start({ stored: null, browser: ['en'] })
  activate.last().answer.resolve()
  await settled()
  locale.send({ type: 'locale.changed', locale: 'en' })
  expect(activate.calls.length).toBe(1)
})

test('texts that could not be loaded are tried again after two seconds', async () => {
  const { time, activate } = start({ stored: 'de', browser: [] })
  activate.last().answer.reject(new Error('offline'))
  await settled()
  time.pass(1_999)
  expect(activate.calls.length).toBe(1)
  time.pass(1)
  expect(activate.calls.length).toBe(2)
})
