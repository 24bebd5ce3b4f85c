import { describe, expect, test } from 'vitest'
import { eventually } from '../../../support/eventually.ts'
import { alice, bob, challenge, event, minute, playAccounts, start, without } from './scene.ts'

describe('the environments of an account', () => {
  const scene = playAccounts()

  const look = (slug: string) => scene.environments.get('team-1', challenge(slug))
  const waits = (position: number) => ({
    state: 'starting',
    scheduledStopTime: null,
    exposedEndpoints: [],
    queue: { position },
  })
  /** Memory for two environments of 256 MB. */
  const small = { megabytes: 600 }

  test('wait in a queue when the platform is full, and move up when others end', async () => {
    await scene.restart(small)
    for (const slug of ['a', 'b', 'c']) await scene.environments.start(alice, challenge(slug))
    await scene.environments.start(bob, challenge('a'))
    // The first environment of another account comes before the third of this one.
    expect(await scene.environments.get('team-2', challenge('a'))).toEqual(waits(1))
    expect(await look('c')).toEqual(waits(2))
    await scene.engine.answer(2)
    await scene.isRunning('a')
    await scene.isRunning('b')
    expect(scene.engine.ids()).toHaveLength(2)
    await scene.environments.stop('team-1', challenge('b'))
    await scene.engine.answer(3)
    await eventually(async () => expect(await look('c')).toEqual(waits(1)))
    await eventually(async () =>
      expect(await scene.environments.get('team-2', challenge('a'))).toMatchObject({
        state: 'running',
      }),
    )
    await scene.environments.stop('team-1', challenge('a'))
    await scene.engine.answer(4)
    await scene.isRunning('c')
    // Its time begins when it runs.
    expect(await look('c')).toMatchObject({ scheduledStopTime: '2026-05-01T10:00:00.000Z' })
  })

  test('leave the queue when the start is aborted, and free their place', async () => {
    await scene.restart(small)
    for (const slug of ['a', 'b', 'c']) await scene.environments.start(alice, challenge(slug))
    await scene.environments.stop('team-1', challenge('c'))
    await eventually(async () => expect(await look('c')).toMatchObject({ state: 'not-running' }))
    expect(await scene.places()).toHaveLength(2)
    await scene.engine.answer(2)
    await scene.environments.stop('team-1', challenge('a'))
    await eventually(async () => expect(await scene.places()).toHaveLength(1))
    expect(scene.engine.ids()).toHaveLength(2)
  })

  test('that still wait when the event is over are not started any more', async () => {
    await scene.restart({
      ...small,
      files: { ...event, postPlayEnd: new Date(start + 30 * minute) },
    })
    for (const slug of ['a', 'b', 'c']) await scene.environments.start(alice, challenge(slug))
    await scene.engine.answer(2)
    await scene.isRunning('a')
    await scene.isRunning('b')
    expect(await look('c')).toEqual(waits(1))
    scene.clock.advance(30 * minute)
    await scene.allAreGone()
    expect(scene.engine.ids()).toHaveLength(2)
  })

  test('that wait keep their order through a restart, and a withdrawn one leaves', async () => {
    await scene.restart(small)
    for (const slug of ['a', 'b']) await scene.environments.start(alice, challenge(slug))
    await scene.engine.answer(2)
    await scene.isRunning('a')
    await scene.isRunning('b')
    for (const slug of ['lost', 'c', 'aborted']) {
      scene.clock.advance(1000)
      await scene.environments.start(bob, challenge(slug))
    }
    await eventually(async () =>
      expect((await scene.places()).filter(({ state }) => state === 'queued')).toHaveLength(3),
    )
    const running = (await scene.places()).filter(({ state }) => state === 'running')
    await scene.restart({
      ...small,
      found: running.map(({ id }) => id),
      files: without('lost'),
    })
    const place = (slug: string) => scene.environments.get('team-2', challenge(slug))
    await eventually(async () =>
      expect(await place('lost')).toMatchObject({ state: 'not-running' }),
    )
    expect(await place('c')).toEqual(waits(1))
    expect(await place('aborted')).toEqual(waits(2))
    await scene.environments.stop('team-1', challenge('a'))
    await scene.engine.answer(1)
    await eventually(async () => expect(await place('c')).toMatchObject({ state: 'running' }))
    await eventually(async () =>
      expect((await scene.places()).map(({ slug, state }) => `${slug} ${state}`).sort()).toEqual([
        'aborted queued',
        'b running',
        'c running',
      ]),
    )
  })
})
