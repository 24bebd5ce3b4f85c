import { describe, expect, test } from 'vitest'
import { environments as rows } from '../../../../platform/database/schema.ts'
import { eventually } from '../../../support/eventually.ts'
import { alice, challenge, minute, playAccounts, without } from './scene.ts'

describe('the environments of an account', () => {
  const scene = playAccounts()

  test('that still run after a restart are adopted, the others given up, strays stopped', async () => {
    for (const slug of ['kept', 'lost']) await scene.environments.start(alice, challenge(slug))
    await scene.engine.answer(2)
    await scene.isRunning('kept')
    await scene.isRunning('lost')
    const idOf = async (slug: string) =>
      (await scene.places()).find(row => row.slug === slug)?.id ?? ''
    const [kept, lost] = [await idOf('kept'), await idOf('lost')]
    await scene.restart({ found: [kept, 'stray'] })

    expect(scene.engine.stopped).toEqual([lost, 'stray'])
    expect(await scene.environments.get('team-1', challenge('kept'))).toEqual({
      state: 'running',
      scheduledStopTime: '2026-05-01T10:00:00.000Z',
      extendableFrom: '2026-05-01T09:45:00.000Z',
      exposedEndpoints: scene.engine.endpoints,
    })
    expect(await scene.environments.running('team-1')).toEqual([
      { categorySlug: 'web', challengeSlug: 'kept' },
    ])
    expect((await scene.environments.get('team-1', challenge('lost'))).ended?.reason).toBe(
      'interrupted',
    )
    expect((await scene.places()).map(({ slug }) => slug)).toEqual(['kept'])
    scene.clock.advance(60 * minute)
    await eventually(() => expect(scene.engine.stopped).toEqual([lost, 'stray', kept]))
  })

  /** The environment runs on, and its replica is dead. @returns another replica, and the id of the environment */
  async function withDeadOwner() {
    await scene.run('kept')
    await scene.environments.close()
    const [row] = await scene.database.db.update(rows).set({ owner: 'dead' }).returning()
    scene.replaceEngine([row?.id ?? ''])
    const two = scene.create({ replicas: { ...scene.replicasOf('two'), isAlone: false } })
    return { two, id: row?.id }
  }

  test('that a dead replica was asked to stop are stopped by who takes them over', async () => {
    const { two, id } = await withDeadOwner()
    const asked = two.stop('team-1', challenge('kept'))
    await eventually(async () => {
      scene.clock.advance(5000)
      expect(await scene.places()).toMatchObject([{ state: 'stopping' }])
    })
    await asked
    await two.close()
    expect(scene.engine.stopped).toEqual([])
    await scene.restart()
    await scene.allAreGone()
    expect(scene.engine.stopped).toEqual([id])
  })

  test('whose replica does not answer are not extended, and the user learns that', async () => {
    const { two } = await withDeadOwner()
    scene.clock.advance(50 * minute)
    const asked = two.extend('team-1', challenge('kept'))
    const refused = expect(asked).rejects.toMatchObject({
      code: 'CANNOT_PROLONG_CHALLENGE_INSTANCE',
    })
    let isOver = false
    void refused.finally(() => {
      isOver = true
    })
    await eventually(() => {
      scene.clock.advance(5000)
      expect(isOver).toBe(true)
    })
    await refused
    await two.close()
  })

  /** Another platform begins, and finds the one environment that the last one left running. */
  const adopt = async () => {
    const [row] = await scene.places()
    await scene.restart({ found: [row?.id ?? ''] })
  }

  test('keep their end when the platform restarts later', async () => {
    await scene.run('kept')
    scene.clock.advance(20 * minute)
    await adopt()
    expect(await scene.environments.get('team-1', challenge('kept'))).toMatchObject({
      state: 'running',
      scheduledStopTime: '2026-05-01T10:00:00.000Z',
    })
  })

  test('that were adopted have their whole time again when an organiser restarts them', async () => {
    await scene.run('kept')
    await adopt()
    scene.clock.advance(20 * minute)
    const [row] = await scene.places()
    const command = { to: 'one', command: 'restart', subject: row?.id ?? '' }
    await scene.bus.publish('environments.command', { id: 'restart', ...command })
    await scene.engine.answer()
    await scene.isRunning('kept')
    expect(await scene.environments.get('team-1', challenge('kept'))).toMatchObject({
      scheduledStopTime: '2026-05-01T10:20:00.000Z',
    })
  })

  test('of a challenge that was withdrawn while the platform was away end at its start', async () => {
    await scene.run('kept')
    const [row] = await scene.places()
    await scene.restart({ found: [row?.id ?? ''], files: without('kept') })
    await scene.allAreGone()
    expect(scene.engine.stopped).toEqual([row?.id])
  })
})
