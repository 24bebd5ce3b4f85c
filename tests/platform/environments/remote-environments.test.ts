import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createEnds } from '../../../platform/environments/ends.ts'
import { createRemoteEnvironments } from '../../../platform/environments/remote-environments.ts'
import type { EnvironmentRow } from '../../../platform/environments/store.ts'
import { createLog } from '../../../platform/log.ts'
import { eventually } from '../../support/eventually.ts'
import { openBus } from '../open-bus.ts'

test('a change by another replica is handled when its row has been read', async () => {
  const { bus } = await openBus()
  const row: EnvironmentRow = {
    id: 'one',
    accountId: 'owls',
    category: 'web',
    slug: 'one',
    slot: 1,
    state: 'starting',
    scheduledStop: null,
    endpoints: [],
    driver: 'test',
    startedBy: 'alice',
    owner: 'two',
    createdAt: new Date(0),
  }
  const read = Promise.withResolvers<EnvironmentRow[]>()
  const remote = createRemoteEnvironments({
    bus,
    replicas: { id: 'one', isAlone: false },
    log: createLog('silent'),
    store: () => ({ remote: () => read.promise }),
    ends: createEnds(async () => []),
  })
  const seen: EnvironmentRow[][] = []
  bus.onHandled('environments.changed', () => void seen.push(remote.of('owls')))
  bus.notifyHere('environments.changed', { by: 'two', accountId: 'owls' })
  await turn()
  expect(seen).toEqual([])
  read.resolve([row])
  await eventually(() => expect(seen).toEqual([[row]]))
})
