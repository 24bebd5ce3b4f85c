import { describe, expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { type LeaseInput, leaseMachine } from '../../../platform/environments/lease.ts'
import { timersOf } from '../../../platform/runtime/timers.ts'
import { leaseTerms, minute } from '../../support/lease-terms.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'
import { settled } from '../../support/time.ts'

const start = Date.parse('2026-05-01T09:00:00Z')
const endpoints = [{ ip: '127.0.0.1', port: 4000, protocol: 'tcp', title: '' }]

/** A lease; the test decides when its engine answers. */
function lease({
  found = null,
  end = start + 600 * minute,
}: {
  found?: LeaseInput['found']
  end?: number
} = {}) {
  const clock = createSimulatedClock(start)
  const event = { end }
  const up = Promise.withResolvers<typeof endpoints>()
  const downs: PromiseWithResolvers<void>[] = []
  const releases: PromiseWithResolvers<void>[] = []
  const seen = { aborted: false }
  const ask = (list: PromiseWithResolvers<void>[]) => {
    const deferred = Promise.withResolvers<void>()
    list.push(deferred)
    return deferred.promise
  }
  const actor = createActor(
    leaseMachine.provide({
      actors: {
        bringUp: fromPromise(({ signal }) => {
          signal.addEventListener('abort', () => {
            seen.aborted = true
          })
          return up.promise
        }),
        bringDown: fromPromise(() => ask(downs)),
        release: fromPromise(() => ask(releases)),
      },
    }),
    {
      clock: timersOf(clock),
      input: {
        found,
        now: clock.now,
        terms: leaseTerms(event),
      },
    },
  ).start()
  const begin = async () => {
    up.resolve(endpoints)
    await settled()
  }
  return {
    actor,
    clock,
    event,
    up,
    downs,
    releases,
    seen,
    settled,
    begin,
    state: () => actor.getSnapshot(),
  }
}

describe('an environment', () => {
  test('runs for its lifetime from the moment that it answers, and is then stopped', async () => {
    const { actor, clock, begin, state, downs, releases, settled } = lease()
    expect(state().value).toBe('starting')
    clock.advance(5 * minute)
    await begin()
    expect(state().context).toMatchObject({ endpoints, stopAt: start + 65 * minute })
    clock.advance(60 * minute - 1)
    expect(state().matches('running')).toBe(true)
    clock.advance(1)
    expect(state().matches('stopping')).toBe(true)
    downs[0]?.resolve()
    await settled()
    expect(state().matches('releasing')).toBe(true)
    releases[0]?.resolve()
    await settled()
    expect(actor.getSnapshot().value).toBe('ended')
  })

  test('can be extended in the last part of its time only, each time by one extension', async () => {
    const { actor, clock, begin, state } = lease()
    await begin()
    clock.advance(45 * minute - 1)
    expect(state().can({ type: 'lease.extend' })).toBe(false)
    clock.advance(1)
    expect(state().can({ type: 'lease.extend' })).toBe(true)
    actor.send({ type: 'lease.extend' })
    expect(state().context.stopAt).toBe(start + 90 * minute)
    expect(state().can({ type: 'lease.extend' })).toBe(false)
    clock.advance(45 * minute - 1)
    expect(state().matches('running')).toBe(true)
    clock.advance(1)
    expect(state().matches('stopping')).toBe(true)
  })

  test('ends with the event, and no extension leads beyond it', async () => {
    const { actor, clock, begin, state } = lease({ end: start + 70 * minute })
    await begin()
    clock.advance(50 * minute)
    actor.send({ type: 'lease.extend' })
    expect(state().context.stopAt).toBe(start + 70 * minute)
    clock.advance(10 * minute)
    expect(state().can({ type: 'lease.extend' })).toBe(false)
    clock.advance(10 * minute)
    expect(state().matches('stopping')).toBe(true)
  })

  test('that is restarted ends first, and begins again with its whole time', async () => {
    const { actor, clock, begin, state, downs, settled } = lease({
      found: { endpoints, stopAt: start + 10 * minute },
    })
    clock.advance(5 * minute)
    actor.send({ type: 'lease.restart' })
    expect(state().context).toMatchObject({ endpoints: [], stopAt: null })
    downs[0]?.reject(new Error('the engine does not answer'))
    await settled()
    clock.advance(2000)
    downs[1]?.resolve()
    await settled()
    expect(state().value).toBe('starting')
    await begin()
    expect(state().context).toMatchObject({ endpoints, stopAt: start + 65 * minute + 2000 })
    actor.send({ type: 'lease.restart' })
    actor.send({ type: 'lease.stop' })
    downs[3]?.resolve()
    await settled()
    expect(state().matches('releasing')).toBe(true)
  })

  test('that the organisers stop says so; one that its account stops says nothing', async () => {
    for (const [type, end] of [
      ['lease.revoke', 'revoked'],
      ['lease.stop', null],
    ] as const) {
      const { actor, state, downs, begin, settled } = lease()
      await begin()
      actor.send({ type })
      downs[0]?.resolve()
      await settled()
      expect(state().matches('releasing')).toBe(true)
      expect(state().context.end).toBe(end)
    }
  })

  test('whose start is stopped is cancelled and cleared away', async () => {
    const { actor, state, seen, downs, begin } = lease()
    actor.send({ type: 'lease.stop' })
    expect(seen.aborted).toBe(true)
    expect(downs).toHaveLength(1)
    await begin()
    expect(state().matches('stopping')).toBe(true)
  })

  test('that does not start gives its place back, and says why', async () => {
    const { state, up, releases, settled } = lease()
    up.reject(new Error('it ended with exit code 3'))
    await settled()
    expect(state().matches('releasing')).toBe(true)
    releases[0]?.resolve()
    await settled()
    expect(state().value).toBe('failed')
    expect(state().context.failure).toBe('it ended with exit code 3')
  })

  test('that ends by itself is no longer running, and gives its place back', async () => {
    const { actor, begin, state, downs } = lease()
    await begin()
    actor.send({ type: 'environment.ended', reason: 'it ended with exit code 3' })
    expect(state().matches('releasing')).toBe(true)
    expect(state().context).toMatchObject({ endpoints: [], stopAt: null })
    expect(downs).toHaveLength(0)
  })

  test('is asked to stop until the engine does it, and its place is kept meanwhile', async () => {
    const { actor, clock, begin, state, downs, releases, settled } = lease()
    await begin()
    actor.send({ type: 'lease.stop' })
    downs[0]?.reject(new Error('the engine is away'))
    await settled()
    expect(state().value).toEqual({ stopping: 'waiting' })
    clock.advance(1999)
    expect(downs).toHaveLength(1)
    clock.advance(1)
    downs[1]?.resolve()
    await settled()
    releases[0]?.reject(new Error('the database is away'))
    await settled()
    expect(state().value).toEqual({ releasing: 'waiting' })
    clock.advance(2000)
    releases[1]?.resolve()
    await settled()
    expect(state().value).toBe('ended')
  })

  test('that was found running after a restart keeps its time', async () => {
    const { clock, state } = lease({ found: { endpoints, stopAt: start + 10 * minute } })
    expect(state().matches('running')).toBe(true)
    expect(state().context.endpoints).toEqual(endpoints)
    clock.advance(10 * minute)
    expect(state().matches('stopping')).toBe(true)
  })

  test('that was found past its time is stopped at once', () => {
    const { clock, state } = lease({ found: { endpoints, stopAt: start - minute } })
    clock.advance(0)
    expect(state().matches('stopping')).toBe(true)
  })

  test('with a lifetime of sixty days is not stopped at once', async () => {
    const { clock, state } = lease({
      found: { endpoints, stopAt: start + 60 * 24 * 60 * minute },
    })
    clock.advance(59 * 24 * 60 * minute)
    expect(state().matches('running')).toBe(true)
    clock.advance(24 * 60 * minute)
    expect(state().matches('stopping')).toBe(true)
  })

  test('ends at its announced time after the clock was set back', async () => {
    const { clock, begin, state } = lease()
    await begin()
    clock.jump(-120 * minute)
    clock.advance(179 * minute)
    expect(state().matches('running')).toBe(true)
    clock.advance(minute)
    expect(state().matches('stopping')).toBe(true)
  })

  test('whose time was passed by a clock set forward ends soon, and cannot be extended', async () => {
    const { actor, clock, begin, state } = lease()
    await begin()
    clock.jump(180 * minute)
    expect(state().can({ type: 'lease.extend' })).toBe(false)
    actor.send({ type: 'lease.extend' })
    expect(state().context.stopAt).toBe(start + 60 * minute)
    clock.advance(30_000)
    expect(state().matches('stopping')).toBe(true)
  })

  test('ends with the event, also when the event ends earlier than it did', async () => {
    const { actor, clock, event, begin, state } = lease()
    await begin()
    event.end = start + 20 * minute
    actor.send({ type: 'terms.changed' })
    expect(state().context.stopAt).toBe(start + 20 * minute)
    clock.advance(20 * minute)
    expect(state().matches('stopping')).toBe(true)
  })

  test('is stopped in time also when the event now ends before the clock is looked at again', async () => {
    const { actor, clock, event, begin, state } = lease()
    await begin()
    event.end = start + 10_000
    actor.send({ type: 'terms.changed' })
    clock.advance(9_999)
    expect(state().matches('running')).toBe(true)
    clock.advance(1)
    expect(state().matches('stopping')).toBe(true)
  })
})
