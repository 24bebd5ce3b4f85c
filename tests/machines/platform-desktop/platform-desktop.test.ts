import { expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import {
  type DesktopBeginning,
  type DesktopEvent,
  platformDesktopMachine,
} from '../../../platform/desktop/machine.ts'
import { timersOf } from '../../../platform/runtime/timers.ts'
import { leaseTerms, minute } from '../../support/lease-terms.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'
import { settled } from '../../support/time.ts'

const start = Date.parse('2026-05-01T09:00:00Z')

interface Call {
  readonly name: string
  readonly id: string
  readonly signal: AbortSignal
  resolve(): void
  reject(reason: unknown): void
}

/** A desktop; the test decides when its driver answers. */
function desktop({
  begins = { from: 'new' },
  end = start + 600 * minute,
}: {
  begins?: DesktopBeginning
  end?: number
} = {}) {
  const clock = createSimulatedClock(start)
  const event = { end }
  const calls: Call[] = []
  const effect = (name: string) =>
    fromPromise<void, string>(({ input: id, signal }) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      calls.push({ name, id, signal, resolve, reject })
      return promise
    })
  const actor = createActor(
    platformDesktopMachine.provide({
      actors: {
        provision: effect('provision'),
        start: effect('start'),
        stop: effect('stop'),
        remove: effect('remove'),
      },
    }),
    {
      clock: timersOf(clock),
      input: {
        id: 'desk',
        ...begins,
        now: clock.now,
        terms: leaseTerms(event),
      },
    },
  ).start()
  const last = () => {
    const call = calls.at(-1)
    if (!call) throw new Error('Nothing was asked of the driver.')
    return call
  }
  type Plain = Exclude<DesktopEvent, { type: 'session.ended' | 'view.begin' }>
  const send = (type: Plain['type']) => actor.send({ type })
  const share = (token: string) => actor.send({ type: 'view.begin', token })
  const answer = () => {
    last().resolve()
    return settled()
  }
  return {
    clock,
    event,
    send,
    share,
    view: () => actor.getSnapshot().context.view,
    last,
    answer,
    end: (reason: string | null) => actor.send({ type: 'session.ended', reason }),
    fail(reason: string) {
      last().reject(new Error(reason))
      return settled()
    },
    async run() {
      if (begins.from === 'new') await answer()
      else send('desktop.start')
      await answer()
    },
    asked: () => calls.map(({ name, id }) => `${name} ${id}`),
    state: () => actor.getSnapshot(),
  }
}

test('a new desktop is made, started, and runs for its lifetime from then on', async () => {
  const { clock, state, answer, asked } = desktop()
  expect(state().value).toBe('provisioning')
  clock.advance(5 * minute)
  await answer()
  expect(state().value).toBe('starting')
  clock.advance(5 * minute)
  await answer()
  expect(state().context.stopAt).toBe(start + 70 * minute)
  clock.advance(60 * minute - 1)
  expect(state().matches('running')).toBe(true)
  clock.advance(1)
  expect(state().value).toBe('stopping')
  expect(state().context.stopAt).toBeNull()
  await answer()
  expect(state().value).toBe('stopped')
  expect(asked()).toEqual(['provision desk', 'start desk', 'stop desk'])
})

test('a desktop that was there before the platform started waits until it is started', async () => {
  const { state, asked, send, answer } = desktop({ begins: { from: 'stopped' } })
  expect(state().value).toBe('stopped')
  expect(asked()).toEqual([])
  send('desktop.start')
  await answer()
  expect(state().matches('running')).toBe(true)
  expect(asked()).toEqual(['start desk'])
})

test('a desktop that ran on while the platform was away keeps its end, and can be extended', () => {
  const { clock, state, asked, send } = desktop({
    begins: { from: 'running', stopAt: start + 20 * minute, view: null },
  })
  expect(state().matches('running')).toBe(true)
  expect(state().context.stopAt).toBe(start + 20 * minute)
  clock.advance(10 * minute)
  send('desktop.extend')
  expect(state().context.stopAt).toBe(start + 50 * minute)
  clock.advance(40 * minute)
  expect(state().value).toBe('stopping')
  expect(asked()).toEqual(['stop desk'])
})

test('no desktop runs beyond the end of the event, and no extension leads beyond it', async () => {
  const { clock, state, run, send } = desktop({ end: start + 70 * minute })
  await run()
  clock.advance(50 * minute)
  send('desktop.extend')
  expect(state().context.stopAt).toBe(start + 70 * minute)
  clock.advance(10 * minute)
  expect(state().can({ type: 'desktop.extend' })).toBe(false)
  const late = desktop({ end: start + 20 * minute })
  await late.run()
  expect(late.state().context.stopAt).toBe(start + 20 * minute)
})

test('a desktop is extended in the last part of its time only, each time by one extension', async () => {
  const { clock, state, run, send } = desktop()
  await run()
  clock.advance(45 * minute - 1)
  expect(state().can({ type: 'desktop.extend' })).toBe(false)
  clock.advance(1)
  send('desktop.extend')
  expect(state().context.stopAt).toBe(start + 90 * minute)
  expect(state().can({ type: 'desktop.extend' })).toBe(false)
  clock.advance(45 * minute - 1)
  expect(state().matches('running')).toBe(true)
  clock.advance(1)
  expect(state().value).toBe('stopping')
})

test('a desktop whose time was passed by a clock set forward ends soon, and is not extended', async () => {
  const { clock, state, run } = desktop()
  await run()
  clock.jump(180 * minute)
  expect(state().can({ type: 'desktop.extend' })).toBe(false)
  clock.advance(30_000)
  expect(state().value).toBe('stopping')
})

test('a desktop ends with the event, also when the event ends earlier than it did', async () => {
  const { clock, event, state, run, send } = desktop()
  await run()
  event.end = start + 20 * minute
  send('terms.changed')
  expect(state().context.stopAt).toBe(start + 20 * minute)
  clock.advance(20 * minute)
  expect(state().value).toBe('stopping')
})

test('a desktop is stopped in time also when the event now ends before the clock is looked at again', async () => {
  const { clock, event, state, run, send } = desktop()
  await run()
  event.end = start + 10_000
  send('terms.changed')
  clock.advance(9_999)
  expect(state().matches('running')).toBe(true)
  clock.advance(1)
  expect(state().value).toBe('stopping')
})

test('a desktop that can run longer after a reload keeps the end that was shown', async () => {
  const { event, state, run, send } = desktop()
  await run()
  event.end = start + 6000 * minute
  send('terms.changed')
  expect(state().context.stopAt).toBe(start + 60 * minute)
})

test('a stop during the start aborts the start', async () => {
  const { state, answer, send, last, asked } = desktop()
  await answer()
  const { signal } = last()
  send('desktop.stop')
  expect(signal.aborted).toBe(true)
  expect(state().value).toBe('stopping')
  expect(asked().at(-1)).toBe('stop desk')
})

test('a desktop that runs is stopped when its user asks', async () => {
  const { state, run, send, answer } = desktop()
  await run()
  send('desktop.stop')
  expect(state().value).toBe('stopping')
  await answer()
  expect(state().value).toBe('stopped')
})

test('a desktop whose user logs out is stopped; one that breaks is in error', async () => {
  const { state, run, end } = desktop()
  await run()
  end(null)
  expect(state().value).toBe('stopped')
  expect(state().context).toMatchObject({ stopAt: null, failure: null })
  const broken = desktop()
  await broken.run()
  broken.end('SIGSEGV')
  expect(broken.state().value).toBe('error')
  expect(broken.state().context).toMatchObject({
    stopAt: null,
    failure: { code: 'ended', reason: 'SIGSEGV' },
  })
})

test('a failure puts a desktop in error, with the reason for the log', async () => {
  const made = desktop()
  await made.fail('no space is left')
  expect(made.state().value).toBe('error')
  expect(made.state().context.failure).toEqual({ code: 'start', reason: 'no space is left' })

  const begun = desktop({ begins: { from: 'stopped' } })
  begun.send('desktop.start')
  await begun.fail('no display')
  expect(begun.state().value).toBe('error')
  expect(begun.state().context.failure).toEqual({ code: 'start', reason: 'no display' })

  const ended = desktop()
  await ended.run()
  ended.send('desktop.stop')
  await ended.fail('it does not end')
  expect(ended.state().value).toBe('error')
  expect(ended.state().context.failure).toEqual({ code: 'ended', reason: 'it does not end' })

  const removed = desktop({ begins: { from: 'stopped' } })
  removed.send('desktop.reset')
  await removed.fail('the home is busy')
  expect(removed.state().value).toBe('error')
  expect(removed.state().context.failure).toEqual({ code: 'ended', reason: 'the home is busy' })
})

test('a desktop in error can be started again, which forgets the reason, or stopped', async () => {
  const { state, run, end, send, answer } = desktop()
  await run()
  end('SIGSEGV')
  send('desktop.start')
  expect(state().value).toBe('starting')
  await answer()
  expect(state().matches('running')).toBe(true)
  expect(state().context.failure).toBeNull()
  end('SIGSEGV')
  send('desktop.stop')
  expect(state().value).toBe('stopping')
})

test('a desktop can be reset in each of its states, once, and is gone then', async () => {
  const reset = async ({ send, state, last, answer, asked }: ReturnType<typeof desktop>) => {
    send('desktop.reset')
    expect(state().value).toBe('removing')
    expect(state().context.stopAt).toBeNull()
    const removal = last()
    send('desktop.reset')
    expect(last()).toBe(removal)
    expect(removal.signal.aborted).toBe(false)
    await answer()
    expect(state()).toMatchObject({ status: 'done', value: 'removed' })
    expect(asked().at(-1)).toBe('remove desk')
  }
  await reset(desktop())
  await reset(desktop({ begins: { from: 'stopped' } }))
  const starting = desktop({ begins: { from: 'stopped' } })
  starting.send('desktop.start')
  await reset(starting)
  const running = desktop()
  await running.run()
  await reset(running)
  const failed = desktop()
  await failed.fail('no space is left')
  await reset(failed)
  const stopping = desktop()
  await stopping.run()
  stopping.send('desktop.stop')
  await reset(stopping)
})

test('a desktop is shared by one token until its user ends that, or it stops; then by another one', async () => {
  const { share, send, view, run, answer } = desktop({ begins: { from: 'stopped' } })
  share('too early')
  expect(view()).toBeNull()
  await run()
  share('one')
  share('another')
  expect(view()).toBe('one')
  send('view.end')
  expect(view()).toBeNull()
  share('two')
  send('desktop.stop')
  expect(view()).toBeNull()
  await answer()
  await run()
  expect(view()).toBeNull()
})
