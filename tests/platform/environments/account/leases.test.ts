import { describe, expect, test } from 'vitest'
import { serviceSpec } from '../service.ts'
import { alice, challenge, event, minute, playAccounts, start } from './scene.ts'

describe('the environments of an account', () => {
  const scene = playAccounts()

  test('are extended in their last part only, and the database knows', async () => {
    const refusal = { code: 'CANNOT_PROLONG_CHALLENGE_INSTANCE' }
    await expect(scene.environments.extend('team-1', challenge('a'))).rejects.toMatchObject(refusal)
    await scene.run('a')
    await expect(scene.environments.extend('team-1', challenge('a'))).rejects.toMatchObject(refusal)
    scene.clock.advance(45 * minute)
    await scene.environments.extend('team-1', challenge('a'))
    expect(await scene.places()).toMatchObject([
      { state: 'running', scheduledStop: new Date(start + 90 * minute) },
    ])
  })

  test('run as long as their challenge says, where it says so', async () => {
    const brief = {
      ...challenge('a'),
      environment: {
        ...serviceSpec('any').definition,
        lease: {
          lifetimeMs: 20 * minute,
          extensionMs: 10 * minute,
          extendableInLastMs: 5 * minute,
        },
      },
    }
    scene.live.replace({ ...event, challenges: [brief, challenge('b')] })
    await scene.environments.start(alice, brief)
    await scene.environments.start(alice, challenge('b'))
    await scene.engine.answer(2)
    await scene.isRunning('a')
    await scene.isRunning('b')
    expect(await scene.environments.get('team-1', brief)).toMatchObject({
      scheduledStopTime: '2026-05-01T09:20:00.000Z',
      extendableFrom: '2026-05-01T09:15:00.000Z',
    })
    expect(await scene.environments.get('team-1', challenge('b'))).toMatchObject({
      scheduledStopTime: '2026-05-01T10:00:00.000Z',
    })
    scene.clock.advance(15 * minute)
    await scene.environments.extend('team-1', brief)
    expect(await scene.environments.get('team-1', brief)).toMatchObject({
      scheduledStopTime: '2026-05-01T09:30:00.000Z',
    })
  })
})
