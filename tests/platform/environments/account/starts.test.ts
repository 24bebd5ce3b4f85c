import { sql } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../../../platform/database/database.ts'
import { rowsOf } from '../../../../platform/database/rows-of.ts'
import { replicas as alive } from '../../../../platform/database/schema.ts'
import { eventually } from '../../../support/eventually.ts'
import { serviceSpec } from '../service.ts'
import { alice, challenge, minute, playAccounts } from './scene.ts'

describe('the environments of an account', () => {
  const scene = playAccounts()

  test('start at once, run when they answer, and stop at the scheduled time', async () => {
    expect(await scene.environments.get('team-1', challenge('a'))).toEqual({
      state: 'not-running',
      scheduledStopTime: null,
      exposedEndpoints: [],
    })
    await scene.environments.start(alice, challenge('a'))
    expect(await scene.environments.get('team-1', challenge('a'))).toMatchObject({
      state: 'starting',
    })
    await scene.engine.answer()
    await scene.isRunning('a')
    expect(await scene.environments.get('team-1', challenge('a'))).toEqual({
      state: 'running',
      scheduledStopTime: '2026-05-01T10:00:00.000Z',
      extendableFrom: '2026-05-01T09:45:00.000Z',
      exposedEndpoints: scene.engine.endpoints,
    })
    expect(await scene.environments.running('team-1')).toEqual([
      { categorySlug: 'web', challengeSlug: 'a' },
    ])
    scene.clock.advance(60 * minute)
    await scene.allAreGone()
    expect(scene.engine.stopped).toEqual(scene.engine.ids())
  })

  test('are their own: another account sees none of them', async () => {
    await scene.environments.start(alice, challenge('a'))
    expect(await scene.environments.get('team-2', challenge('a'))).toMatchObject({
      state: 'not-running',
    })
    expect(await scene.environments.running('team-2')).toEqual([])
  })

  test('are listed in the same order by all replicas, however they were started', async () => {
    await scene.environments.start(alice, challenge('b'))
    await scene.environments.start(alice, challenge('a'))
    expect(await scene.environments.running('team-1')).toEqual([
      { categorySlug: 'web', challengeSlug: 'a' },
      { categorySlug: 'web', challengeSlug: 'b' },
    ])
  })

  test('are never more than the maximum, however many are asked for at once', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) =>
        scene.environments.start(alice, challenge(`c${index}`)),
      ),
    )
    const refusals = outcomes.flatMap(one => (one.status === 'rejected' ? [one.reason.code] : []))
    expect(refusals).toEqual(Array(47).fill('MAXIMUM_NUMBER_CHALLENGE_INSTANCES_REACHED'))
    expect((await scene.places()).map(({ slot }) => slot).sort()).toEqual([1, 2, 3])
  })

  test('are started once, however often it is asked for at once', async () => {
    await Promise.all(
      Array.from({ length: 20 }, () => scene.environments.start(alice, challenge('a'))),
    )
    expect(await scene.places()).toHaveLength(1)
    await scene.engine.answer()
    expect(scene.engine.ids()).toHaveLength(1)
  })

  test('are started after all when the database failed right after their row was written', async () => {
    const checks: (() => Promise<void>)[] = []
    const replicas = scene.replicasOf('two')
    await scene.database.db.insert(alive).values({ id: 'two', heartbeats: 1 })
    onTestFinished(async () => void (await scene.database.db.delete(alive)))
    let isAway = true
    const once: Database['once'] = async work => {
      const result = await scene.database.once(work)
      if (isAway) throw new Error('the database is away')
      return result
    }
    const one = scene.create({
      database: { ...scene.database, once },
      replicas: { ...replicas, isAlone: false, onCheck: listener => void checks.push(listener) },
    })
    await expect(one.start(alice, challenge('a'))).rejects.toThrow('is away')
    expect(await scene.places()).toHaveLength(1)
    isAway = false
    const check = async () => {
      for (const listener of checks) await listener()
    }
    await check()
    expect(scene.engine.ids()).toEqual([])
    await check()
    await scene.engine.answer()
    await eventually(async () =>
      expect(await one.get('team-1', challenge('a'))).toMatchObject({ state: 'running' }),
    )
    await check()
    await check()
    expect(scene.engine.ids()).toHaveLength(1)
    await one.stop('team-1', challenge('a'))
    await eventually(async () => expect(await scene.places()).toEqual([]))
    await one.close()
  })

  test('give their place back when a start fails, which is counted', async () => {
    await scene.environments.start(alice, challenge('broken'))
    await scene.engine.fail()
    await scene.allAreGone()
    expect(await scene.environments.get('team-1', challenge('broken'))).toMatchObject({
      state: 'not-running',
    })
    expect(scene.outcomes).toEqual(['web/broken failed'])
  })

  test('give their place back when a start is aborted, or the service ends', async () => {
    await scene.environments.start(alice, challenge('aborted'))
    await scene.environments.stop('team-1', challenge('aborted'))
    expect(await scene.environments.get('team-1', challenge('aborted'))).toMatchObject({
      state: 'stopping',
    })
    await scene.allAreGone()

    await scene.run('crashing')
    expect(scene.outcomes).toEqual(['web/crashing started'])
    scene.engine.exit(scene.engine.ids().at(-1) ?? '')
    await scene.allAreGone()
    expect(await scene.environments.get('team-1', challenge('crashing'))).toMatchObject({
      state: 'not-running',
    })
  })

  test('can be started again while they still stop: the start waits', async () => {
    await scene.run('a')
    await scene.environments.stop('team-1', challenge('a'))
    await scene.environments.start(alice, challenge('a'))
    expect(await scene.environments.get('team-1', challenge('a'))).toMatchObject({
      state: 'starting',
    })
    expect(await scene.places()).toHaveLength(1)
  })

  test('are in the database as they are, once it takes changes again', async () => {
    await scene.environments.start(alice, challenge('a'))
    // The next number of a sequence stays taken when the statement fails.
    await scene.database.db.execute('create sequence refused')
    await scene.database.db.execute(`
      create function refuse() returns trigger language plpgsql as
        $$ begin perform nextval('refused'); raise exception using errcode = 'disk_full'; end $$`)
    await scene.database.db.execute(
      'create trigger refuse before update on environments execute function refuse()',
    )
    await scene.engine.answer()
    await scene.isRunning('a')
    await eventually(async () =>
      expect(await rowsOf(scene.database.db, sql`select is_called from refused`)).toEqual([
        { is_called: true },
      ]),
    )
    await scene.database.db.execute('drop function refuse cascade')
    await scene.database.db.execute('drop sequence refused')
    expect(await scene.places()).toMatchObject([{ state: 'starting' }])
    await eventually(async () => {
      scene.clock.advance(2000)
      expect(await scene.places()).toMatchObject([
        { state: 'running', endpoints: scene.engine.endpoints },
      ])
    })
  })

  test('that the engine cannot run are refused before anything starts', async () => {
    const a = challenge('a')
    const { definition } = serviceSpec('x')
    const imaged = { ...a, environment: { ...definition, kind: 'image' as const, image: 'nginx' } }
    expect(scene.environments.supports(imaged)).toBe(false)
    await expect(scene.environments.start(alice, imaged)).rejects.toMatchObject({
      code: 'UNSUPPORTED_ORCHESTRATOR_OPERATION',
    })
    expect(await scene.places()).toEqual([])
  })

  test('wait for their turn, and an aborted one never comes to the engine', async () => {
    await scene.restart({ startsAtOnce: 1 })
    await scene.environments.start(alice, challenge('a'))
    await scene.environments.start(alice, challenge('b'))
    await scene.environments.start(alice, challenge('c'))
    await scene.environments.stop('team-1', challenge('b'))
    await scene.engine.answer()
    await scene.isRunning('a')
    await scene.engine.answer(2)
    await scene.isRunning('c')
    await eventually(async () => expect(await scene.places()).toHaveLength(2))
    expect(scene.engine.ids()).toHaveLength(2)
  })
})
