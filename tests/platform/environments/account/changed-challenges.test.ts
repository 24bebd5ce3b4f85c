import { describe, expect, test } from 'vitest'
import { eventually } from '../../../support/eventually.ts'
import { serviceSpec } from '../service.ts'
import { alice, challenge, event, minute, playAccounts, start, without } from './scene.ts'

describe('the environments of an account', () => {
  const scene = playAccounts()

  test('are stopped when their challenge is withdrawn, which frees the place', async () => {
    for (const slug of ['a', 'b']) await scene.environments.start(alice, challenge(slug))
    await scene.engine.answer(2)
    await scene.isRunning('a')
    await scene.isRunning('b')
    scene.live.replace(without('a'))
    scene.environments.review()
    await eventually(async () =>
      expect(await scene.environments.running('team-1')).toEqual([
        { categorySlug: 'web', challengeSlug: 'b' },
      ]),
    )
    expect((await scene.places()).map(({ slug }) => slug)).toEqual(['b'])
    expect(scene.engine.stopped).toEqual([scene.engine.ids()[0]])
    await eventually(async () => {
      const { ended } = await scene.environments.get('team-1', challenge('a'))
      expect(ended?.reason).toBe('revoked')
    })
  })

  test('are stopped when the challenge has nothing to start any more, and while they start', async () => {
    await scene.environments.start(alice, challenge('a'))
    const files = { ...challenge('a'), environment: null }
    scene.live.replace({ ...event, challenges: [files] })
    scene.environments.review()
    await scene.allAreGone()
  })

  test('go on as they were started when their challenge is changed', async () => {
    await scene.run('a')
    const changed = {
      ...challenge('a'),
      environment: serviceSpec('x', { definition: { memoryMb: 512 } }).definition,
    }
    scene.live.replace({
      ...event,
      challenges: [changed],
      postPlayEnd: new Date(start + 30 * minute),
    })
    scene.environments.review()
    expect(await scene.environments.get('team-1', challenge('a'))).toMatchObject({
      state: 'running',
      scheduledStopTime: '2026-05-01T09:30:00.000Z',
    })
  })

  test('of a challenge that is withdrawn while they are asked for do not stay', async () => {
    const asked = scene.environments.start(alice, challenge('a'))
    scene.live.replace(without('a'))
    scene.environments.review()
    await asked
    await scene.allAreGone()
  })
})
