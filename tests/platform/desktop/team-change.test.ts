import { expect, onTestFinished, test } from 'vitest'
import type { CurrentEvent } from '../../../platform/current-event.ts'
import { createAccountOf } from '../../../platform/desktop/account-of.ts'
import type { DesktopDriver } from '../../../platform/desktop/driver.ts'
import type { ForwardedPort } from '../../../platform/desktop/network/forwarded-ports.ts'
import type { EnvironmentDriver } from '../../../platform/environments/driver.ts'
import { eventually } from '../../support/eventually.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'
import { during, writeEvent } from '../core/events.ts'
import { idleDesktops, idleEngine } from '../core/idle-engine.ts'
import type { ReplaceableEvent } from '../current-event.ts'
import { losing, openBus } from '../open-bus.ts'
import { startPlatform } from '../start-platform.ts'

let port = 7000
const environmentDriver: EnvironmentDriver = {
  ...idleEngine,
  start: async ({ id }) => ({
    id,
    endpoints: [{ ip: '127.0.0.1', port: ++port, protocol: 'tcp', title: '' }],
  }),
}

test('a user who changes teams reaches the environments of the new team', async () => {
  const clock = createSimulatedClock(during)
  let forwarded: readonly ForwardedPort[] = []
  const desktopDriver: DesktopDriver = {
    ...idleDesktops,
    forwardPorts: async (_id, ports) => {
      forwarded = ports
    },
  }
  const eventFolder = await writeEvent()
  const platform = await startPlatform({ eventFolder, clock, environmentDriver, desktopDriver })
  onTestFinished(() => platform.close())
  const event = platform.composition.event as ReplaceableEvent
  const [alice, bob] = [await platform.as('alice'), await platform.as('bob')]
  const startOwn = async (call: typeof alice) => {
    await call('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
    expect((await call('PUT', '/v1/challenges/bound/instance?category=net')).status).toBe(204)
  }
  const ports = () => {
    clock.advance(1000)
    return forwarded.map(one => one.port)
  }

  await alice('POST', '/v1/teams', { name: 'Hawks' })
  await bob('POST', '/v1/teams', { name: 'Owls' })
  await startOwn(alice)
  expect((await alice('POST', '/v1/user/flugzeug')).status).toBe(204)
  await eventually(() => expect(ports()).toEqual([7001]))

  // The event's start moves to a later time, so members may leave again.
  const now = event.current
  event.replace({ ...now, start: new Date(clock.now() + 3_600_000) })
  const { id, members } = (await alice('GET', '/v1/user/team')).body
  const left = await alice('DELETE', `/v1/teams/${id}/members/${members[0].userId}`)
  expect(left.status).toBe(204)
  const { joinToken } = (await bob('GET', '/v1/user/team')).body
  expect((await alice('POST', '/v1/teams/join', { joinToken })).status).toBe(204)
  event.replace(now)
  await startOwn(bob)
  await eventually(() => expect(ports()).toEqual([7002]))
})

test('after an error of the database, it is asked again which account a user plays for', async () => {
  const { bus } = await openBus()
  let rows = () => Promise.reject<{ teamId: string }[]>(new Error('away'))
  const accountOf = createAccountOf({
    database: { db: { select: () => ({ from: () => ({ where: () => rows() }) }) } } as never,
    bus,
    event: { current: { teamMode: true } } as CurrentEvent,
  })
  await expect(accountOf('alice')).rejects.toThrow('away')
  rows = async () => []
  expect(await accountOf('alice')).toBe(null)
  rows = async () => [{ teamId: 'hawks' }]
  expect(await accountOf('alice')).toBe('hawks')
})

test('after lost messages, it is asked again which account a user plays for', async () => {
  const { bus, lose } = losing((await openBus()).bus)
  let teamId = 'hawks'
  const select = () => ({ from: () => ({ where: async () => [{ teamId }] }) })
  const accountOf = createAccountOf({
    database: { db: { select } } as never,
    bus,
    event: { current: { teamMode: true } } as CurrentEvent,
  })
  expect(await accountOf('alice')).toBe('hawks')
  teamId = 'owls'
  expect(await accountOf('alice')).toBe('hawks')
  await lose()
  expect(await accountOf('alice')).toBe('owls')
})
