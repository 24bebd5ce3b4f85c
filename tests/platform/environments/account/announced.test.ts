import { describe, expect, test } from 'vitest'
import type { Bus } from '../../../../platform/bus.ts'
import { eventually } from '../../../support/eventually.ts'
import { openBus } from '../../open-bus.ts'
import { alice, challenge, playAccounts } from './scene.ts'

describe('the environments of an account', () => {
  const scene = playAccounts()

  /** A platform of its own. The database takes some of its announcements only after `confirm`. */
  async function openUnconfirmed(isLate: (payload: object) => boolean) {
    const { bus } = await openBus()
    const { promise: confirmed, resolve: confirm } = Promise.withResolvers<void>()
    const publish: Bus['publish'] = async (topic, payload) => {
      await bus.publish(topic, payload)
      if (payload !== null && typeof payload === 'object' && isLate(payload)) await confirmed
    }
    const one = scene.create({
      bus: { ...bus, publish },
      replicas: scene.replicasOf('one', bus),
    })
    const stateOf = async () => (await one.get('team-1', challenge('a'))).state
    /** What the account sees when it hears of one of these announcements. */
    const seen: Promise<string>[] = []
    bus.onHandled('environments.changed', payload => {
      if (isLate(payload)) seen.push(stateOf())
    })
    return { one, stateOf, seen, confirm }
  }

  test('that start are announced when their account sees that they do', async () => {
    const { one, seen, confirm } = await openUnconfirmed(() => true)
    const started = one.start(alice, challenge('a'))
    await eventually(async () => expect(await Promise.all(seen)).toEqual(['starting']))
    confirm()
    await started
    await one.stop('team-1', challenge('a'))
    await eventually(async () => expect(await scene.places()).toEqual([]))
    await one.close()
  })

  test('that end are announced when their account sees that they are gone', async () => {
    const { one, stateOf, seen, confirm } = await openUnconfirmed(payload => 'end' in payload)
    await one.start(alice, challenge('a'))
    await one.stop('team-1', challenge('a'))
    await eventually(async () => expect(await scene.places()).toEqual([]))
    expect([await stateOf(), await Promise.all(seen)]).toEqual(['stopping', []])
    confirm()
    await eventually(async () => expect(await Promise.all(seen)).toEqual(['not-running']))
    await one.close()
  })
})
