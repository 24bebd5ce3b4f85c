import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { schemeMachine } from '../../../src/machines/scheme/machine.ts'
import type { Scheme } from '../../../src/machines/scheme/scheme.ts'
import { schemeOf } from '../../../src/machines/scheme/selectors.ts'
import { createFakePromise } from '../../support/fakes/calls.ts'
import { settled } from '../../support/time.ts'

function start(stored: string | null) {
  const apply = createFakePromise<void, { scheme: Scheme }>()
  const scheme = createActor(schemeMachine.provide({ actors: { apply: apply.logic } }), {
    input: { stored },
  }).start()
  return { apply, scheme }
}

test.for([
  ['light', 'light'],
  ['dark', 'dark'],
  ['system', 'system'],
  [null, 'system'],
  ['purple', 'system'],
] as const)('stored as %s it begins as %s', ([stored, expected]) => {
  const { apply, scheme } = start(stored)
  expect([schemeOf(scheme.getSnapshot()), apply.last().input]).toEqual([
    expected,
    { scheme: expected },
  ])
})

test('each choice is applied, the newest last', async () => {
  const { apply, scheme } = start(null)
  scheme.send({ type: 'scheme.changed', scheme: 'dark' })
  expect(scheme.getSnapshot().value).toBe('applying')
  apply.last().answer.resolve()
  await settled()
  expect(scheme.getSnapshot().value).toBe('resting')
  scheme.send({ type: 'scheme.changed', scheme: 'light' })
  expect(apply.calls.map(call => call.input.scheme)).toEqual(['system', 'dark', 'light'])
})

test('a browser that stores nothing keeps the choice for this page', async () => {
  const { apply, scheme } = start(null)
  scheme.send({ type: 'scheme.changed', scheme: 'dark' })
  apply.last().answer.reject(new Error('storage is full'))
  await settled()
  expect(scheme.getSnapshot().value).toBe('resting')
  expect([schemeOf(scheme.getSnapshot()), apply.calls.length]).toEqual(['dark', 2])
  scheme.send({ type: 'scheme.changed', scheme: 'light' })
  expect(apply.last().input).toEqual({ scheme: 'light' })
})
