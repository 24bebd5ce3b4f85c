import { describe, expect, test } from 'vitest'
import { EnvironmentStartError } from '../../../../platform/environments/driver.ts'
import { eventually } from '../../../support/eventually.ts'
import { alice, challenge, minute, playAccounts } from './scene.ts'

describe('the environments of an account', () => {
  const scene = playAccounts()

  test('say why they are gone, to their own account, until they are started again', async () => {
    const ended = async (slug: string, account = 'team-1') =>
      (await scene.environments.get(account, challenge(slug))).ended
    const run = async (slug: string) => {
      const before = scene.engine.ids().length
      await scene.environments.start(alice, challenge(slug))
      await scene.engine.answer(before + 1)
      await scene.isRunning(slug)
    }
    await run('crashing')
    scene.engine.exit(scene.engine.ids().at(-1) ?? '')
    await scene.allAreGone()
    expect(await ended('crashing')).toEqual({ reason: 'exited', at: '2026-05-01T09:00:00.000Z' })
    expect(await ended('crashing', 'team-2')).toBe(undefined)

    await run('crashing')
    expect(await ended('crashing')).toBe(undefined)
    scene.engine.exit(scene.engine.ids().at(-1) ?? '', 'memory')
    await scene.allAreGone()
    expect((await ended('crashing'))?.reason).toBe('memory')

    await run('crashing')
    await scene.environments.stop('team-1', challenge('crashing'))
    await scene.allAreGone()
    expect(await ended('crashing')).toBe(undefined)

    await run('kept')
    scene.clock.advance(60 * minute)
    await scene.allAreGone()
    expect((await ended('kept'))?.reason).toBe('timeOver')

    // The database keeps the environment, for the next platform and for other replicas.
    await scene.restart()
    expect(await ended('kept')).toEqual({ reason: 'timeOver', at: '2026-05-01T10:00:00.000Z' })
    expect(await ended('crashing')).toBe(undefined)
  })

  test('say so for each account and each challenge, also after a restart', async () => {
    const ended = async (account: string, slug: string) =>
      (await scene.environments.get(account, challenge(slug))).ended?.reason
    const runs = [
      ['team-2', 'crashing'],
      ['team-1', 'kept'],
      ['team-1', 'crashing'],
    ] as const
    for (const [at, [accountId, slug]] of runs.entries()) {
      await scene.environments.start({ accountId, userId: 'alice' }, challenge(slug))
      await scene.engine.answer(at + 1)
      await eventually(async () => {
        const { state } = await scene.environments.get(accountId, challenge(slug))
        expect(state).toBe('running')
      })
      scene.engine.exit(scene.engine.ids().at(-1) ?? '')
      await eventually(async () => expect(await ended(accountId, slug)).toBe('exited'))
    }
    await scene.restart()
    for (const [accountId, slug] of runs) expect(await ended(accountId, slug)).toBe('exited')
  })

  test.each([
    ['notStarted', new Error('no such image at 10.0.0.7')],
    ['memory', new EnvironmentStartError('it used more than 64 MB of memory', 'memory')],
  ])('that do not start say so: %s, and nothing of the host', async (reason, error) => {
    await scene.environments.start(alice, challenge('broken'))
    await scene.engine.fail(error)
    await scene.allAreGone()
    expect(await scene.environments.get('team-1', challenge('broken'))).toEqual({
      state: 'not-running',
      scheduledStopTime: null,
      exposedEndpoints: [],
      ended: { reason, at: '2026-05-01T09:00:00.000Z' },
    })
  })
})
