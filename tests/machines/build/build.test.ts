import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import type { PartFailed } from '../../../src/machines/build/events.ts'
import { buildMachine } from '../../../src/machines/build/machine.ts'
import { createFakeCallback, createFakePromise } from '../../support/fakes/calls.ts'
import { settled } from '../../support/time.ts'

function start() {
  const failures = createFakeCallback<PartFailed>()
  const find = createFakePromise<string | null>()
  const reload = createFakePromise<void, string>()
  const build = createActor(
    buildMachine.provide({
      actors: {
        partFailures: failures.logic,
        findNewerBuild: find.logic,
        reloadFor: reload.logic,
      },
    }),
  ).start()
  return { build, find, reload, fail: () => failures.send({ type: 'part.failed' }) }
}

test('if a part fails while the site serves a newer build, the page is reloaded for it', async () => {
  const { find, reload, fail } = start()
  fail()
  fail()
  expect(find.calls).toHaveLength(1)
  find.last().answer.resolve('/assets/index-2.js')
  await settled()
  expect(reload.calls.map(({ input }) => input)).toEqual(['/assets/index-2.js'])
})

test.each([
  [
    'serves the same build',
    (find: ReturnType<typeof start>['find']) => find.last().answer.resolve(null),
  ],
  [
    'cannot be reached',
    (find: ReturnType<typeof start>['find']) => find.last().answer.reject(new Error('offline')),
  ],
])('where the site %s the page stays, and the next failure asks again', async (_, answer) => {
  const { build, find, reload, fail } = start()
  fail()
  answer(find)
  await settled()
  expect([build.getSnapshot().value, reload.calls.length]).toEqual(['running', 0])
  fail()
  expect(find.calls).toHaveLength(2)
})

test('a tab that cannot remember a reload does not reload, and the page goes on', async () => {
  const { build, find, reload, fail } = start()
  fail()
  find.last().answer.resolve('/assets/index-2.js')
  await settled()
  reload.last().answer.reject(new Error('no storage'))
  await settled()
  expect(build.getSnapshot().value).toBe('running')
})
