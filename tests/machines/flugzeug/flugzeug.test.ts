import { describe, expect, test } from 'vitest'
import type { FlugzeugStatus } from '../../../src/api/contract.ts'
import type { FlugzeugEvent } from '../../../src/machines/flugzeug/events.ts'
import {
  changeFailureOf,
  frameUrlOf,
  hasDesktop,
  isRefusalNew,
  isResetAsked,
  readAtOf,
  readFailureOf,
  stopTimeOf,
  waitingPhrase,
  wasExtensionRefused,
} from '../../../src/machines/flugzeug/selectors.ts'
import { isKnownRunning } from '../../../src/machines/flugzeug/status.ts'
import { no, yes } from '../../support/challenge.ts'
import { START } from '../../support/time.ts'
import { desktop, STOP, start, startWith, url } from './start.ts'

const LATER = new Date(START + 7_200_000).toISOString()
const statuses: readonly FlugzeugStatus[] = [
  'provisioning',
  'starting',
  'running',
  'stopping',
  'stopped',
  'error',
]

describe('looking it up', () => {
  test('nothing is asked for before the page is entered, nor where desktops are not enabled', () => {
    const page = start()
    page.enter()
    expect(page.counts()).toEqual({})
    page.allow(false)
    expect(page.counts()).toEqual({})
    page.leave()
    page.allow()
    expect(page.counts()).toEqual({})
    page.enter()
    expect(page.counts()).toEqual({ fetchFlugzeug: 1 })
    expect(page.shown()).toEqual(['loading', null])
  })

  test('a page that is entered never shows that its first read has failed', () => {
    const page = start()
    const shown = new Set<unknown>()
    page.actor.subscribe(() => shown.add(page.shown()[0]))
    page.allow()
    page.enter()
    expect([...shown]).toEqual(['loading'])
  })

  test.each(statuses)('each status is shown: %s', async status => {
    const { shown, actor } = await startWith(desktop(status))
    expect(shown()).toEqual([status, null])
    expect(hasDesktop(actor.getSnapshot())).toBe(true)
  })

  test('no desktop is a state of its own', async () => {
    const { shown, actor } = await startWith(null)
    expect(shown()).toEqual(['noDesktop', null])
    expect(hasDesktop(actor.getSnapshot())).toBe(false)
  })

  test.each([
    [null, 10_000],
    ['stopped', 10_000],
    ['running', 10_000],
    ['error', 10_000],
    ['provisioning', 2_000],
    ['starting', 2_000],
    ['stopping', 2_000],
  ] as const)('a desktop that is %s is looked up every %i ms', async (status, interval) => {
    const page = await startWith(status && desktop(status))
    for (const count of [2, 3]) {
      page.time.pass(interval - 1)
      expect(page.counts()).toEqual({ fetchFlugzeug: count - 1 })
      page.time.pass(1)
      expect(page.counts()).toEqual({ fetchFlugzeug: count })
      await page.answer('fetchFlugzeug', status && desktop(status))
    }
  })

  test.each([null, ...statuses])('nothing is polled while nobody looks: %s', async status => {
    const page = await startWith(status && desktop(status))
    page.visibility.send({ type: 'page.hidden' })
    page.time.pass(600_000)
    expect(page.counts()).toEqual({ fetchFlugzeug: 1 })
    page.visibility.send({ type: 'page.shown' })
    expect(page.counts()).toEqual({ fetchFlugzeug: 2 })
  })

  test.each(['known', 'under way'])(
    'leaving the page ends the polling, while a look is %s',
    async at => {
      const page = await startWith(desktop('running'))
      if (at === 'under way') page.time.pass(10_000)
      const before = page.counts()
      page.leave()
      page.time.pass(600_000)
      expect(page.counts()).toEqual(before)
      expect(frameUrlOf(page.actor.getSnapshot())).toBe(null)
      page.enter()
      expect(page.shown()).toEqual(['loading', null])
      await page.answer('fetchFlugzeug', desktop('stopped'))
      expect(page.shown()).toEqual(['stopped', null])
    },
  )

  test('leaving the page cancels the first read', () => {
    const page = start()
    page.allow()
    page.enter()
    page.leave()
    expect(page.fakes.fetchFlugzeug.last().signal.aborted).toBe(true)
  })

  test('a first read that fails is repeated, by itself or when the user asks', async () => {
    const page = start()
    page.allow()
    page.enter()
    await page.fail('fetchFlugzeug')
    expect(page.shown()).toEqual(['failed', null])
    expect(readFailureOf(page.actor.getSnapshot())?.message).toBe('No luck.')
    page.time.pass(9_999)
    expect(page.counts()).toEqual({ fetchFlugzeug: 1 })
    page.time.pass(1)
    expect(page.counts()).toEqual({ fetchFlugzeug: 2 })
    await page.fail('fetchFlugzeug')
    page.press('flugzeug.retry')
    expect([page.shown(), page.can('flugzeug.start')]).toEqual([['loading', null], false])
    await page.answer('fetchFlugzeug', desktop('stopped'))
    expect([page.shown(), page.can('flugzeug.start')]).toEqual([['stopped', null], true])
    expect(readFailureOf(page.actor.getSnapshot())).toBe(null)
  })

  test('leaving the page ends the repeating', async () => {
    const page = start()
    page.allow()
    page.enter()
    await page.fail('fetchFlugzeug')
    page.leave()
    page.time.pass(600_000)
    expect(page.counts()).toEqual({ fetchFlugzeug: 1 })
  })

  test.each([null, ...statuses])(
    'a later look that fails keeps what is known, and how old it is: %s',
    async status => {
      const page = await startWith(status && desktop(status))
      page.time.pass(10_000)
      await page.fail('fetchFlugzeug')
      expect(page.shown()).toEqual([status ?? 'noDesktop', null])
      expect(readAtOf(page.actor.getSnapshot())).toBe(START)
      expect(readFailureOf(page.actor.getSnapshot())?.message).toBe('No luck.')
      page.time.pass(10_000)
      expect(page.counts()).toEqual({ fetchFlugzeug: 3 })
      await page.answer('fetchFlugzeug', status && desktop(status))
      expect(readFailureOf(page.actor.getSnapshot())).toBe(null)
    },
  )

  test.each([null, ...statuses])('a later look shows what changed meanwhile: %s', async status => {
    const page = await startWith(status && desktop(status))
    const next = status === 'error' ? 'stopped' : 'error'
    page.time.pass(10_000)
    await page.answer('fetchFlugzeug', desktop(next))
    expect(page.shown()).toEqual([next, null])
  })

  test('facts that leave the desktop allowed leave it alone', async () => {
    const page = await startWith(desktop('running'))
    page.allow()
    expect([page.shown(), page.counts()]).toEqual([['running', null], { fetchFlugzeug: 1 }])
    expect(frameUrlOf(page.actor.getSnapshot())).toBe(url())
  })

  test('a desktop that may not be used any more goes away', async () => {
    const page = await startWith(desktop('running'))
    page.allow(false)
    expect(frameUrlOf(page.actor.getSnapshot())).toBe(null)
    page.time.pass(600_000)
    expect(page.counts()).toEqual({ fetchFlugzeug: 1 })
    page.allow()
    expect(page.counts()).toEqual({ fetchFlugzeug: 2 })
  })

  test('the waiting text changes every three polls, and begins again with each status', async () => {
    const page = await startWith(desktop('starting'))
    const phrases = []
    for (let poll = 0; poll < 7; poll++) {
      phrases.push(waitingPhrase(page.actor.getSnapshot()))
      page.time.pass(2_000)
      await page.answer('fetchFlugzeug', desktop('starting'))
    }
    expect(phrases).toEqual([0, 0, 0, 1, 1, 1, 2])
    page.time.pass(2_000)
    await page.answer('fetchFlugzeug', desktop('stopping'))
    expect(waitingPhrase(page.actor.getSnapshot())).toBe(0)
  })

  test('when it stops is known while it runs', async () => {
    expect(stopTimeOf((await startWith(desktop('running'))).actor.getSnapshot())).toBe(STOP)
    expect(stopTimeOf((await startWith(null)).actor.getSnapshot())).toBe(null)
  })
})

describe('changing it', () => {
  const offered: Record<FlugzeugStatus | 'none', readonly FlugzeugEvent['type'][]> = {
    none: ['flugzeug.start'],
    provisioning: ['reset.requested'],
    starting: ['reset.requested'],
    running: ['flugzeug.extend', 'flugzeug.stop', 'reset.requested'],
    stopping: ['reset.requested'],
    stopped: ['flugzeug.start', 'reset.requested'],
    error: ['reset.requested'],
  }
  const actions = ['flugzeug.start', 'flugzeug.extend', 'flugzeug.stop', 'reset.requested'] as const

  test.each([...statuses, 'none'] as const)('what can be done is known: %s', async status => {
    const page = await startWith(status === 'none' ? null : desktop(status))
    expect(actions.filter(page.can)).toEqual(offered[status])
  })

  test.each([...statuses, 'none'] as const)(
    'what can be done follows a later look: %s',
    async status => {
      const page = await startWith(status === 'none' ? null : desktop(status))
      const next = status === 'error' ? 'stopped' : 'error'
      page.time.pass(10_000)
      await page.answer('fetchFlugzeug', desktop(next))
      expect(actions.filter(page.can)).toEqual(offered[next])
    },
  )

  const changes = [
    [null, 'flugzeug.start', 'createFlugzeug', 'creating', 'provisioning'],
    ['stopped', 'flugzeug.start', 'startFlugzeug', 'starting', 'starting'],
    ['running', 'flugzeug.stop', 'stopFlugzeug', 'stopping', 'stopping'],
  ] as const

  test.each(changes)(
    '%s: %s calls %s, and shows what came of it',
    async (status, event, call, name, next) => {
      const page = await startWith(status && desktop(status))
      const before = page.shown()[0]
      page.press(event)
      page.press(event)
      expect(page.counts()).toEqual({ fetchFlugzeug: 1, [call]: 1 })
      expect(page.shown()).toEqual([before, name])
      expect(page.actor.getSnapshot().hasTag('changing')).toBe(true)
      await page.answer(call)
      expect(page.shown()).toEqual([before, name])
      await page.answer('fetchFlugzeug', desktop(next))
      expect(page.shown()).toEqual([next, null])
      expect(page.actor.getSnapshot().hasTag('changing')).toBe(false)
    },
  )

  test.each(changes)(
    '%s: a %s that fails says why until the next change',
    async (status, event, call) => {
      const page = await startWith(status && desktop(status))
      page.press(event)
      await page.fail(call)
      await page.check(call, status && desktop(status))
      await page.answer('fetchFlugzeug', status && desktop(status))
      expect(changeFailureOf(page.actor.getSnapshot())?.message).toBe('No luck.')
      page.press(event)
      expect(changeFailureOf(page.actor.getSnapshot())).toBe(null)
    },
  )

  test.each(changes)('%s: leaving the page does not cancel a %s', async (status, event, call) => {
    const page = await startWith(status && desktop(status))
    page.press(event)
    page.leave()
    expect(page.fakes[call].last().signal.aborted).toBe(false)
    await page.answer(call)
    await page.answer('fetchFlugzeug', desktop('running'))
    expect(frameUrlOf(page.actor.getSnapshot())).toBe(null)
    const before = page.counts()
    page.time.pass(600_000)
    expect(page.counts()).toEqual(before)
  })

  test.each(changes)(
    '%s: a %s whose answer is an error, and that was done all the same, is not a failure',
    async (status, event, call, _, next) => {
      const page = await startWith(status && desktop(status))
      page.press(event)
      await page.fail(call)
      await page.check(call, desktop(next))
      await page.answer('fetchFlugzeug', desktop(next))
      expect(changeFailureOf(page.actor.getSnapshot())).toBe(null)
      expect(page.shown()).toEqual([next, null])
    },
  )

  test.each(['FLUGZEUG_EXISTS', 'NO_FLUGZEUG'])(
    'that it is done already is not a failure: %s',
    async code => {
      const page = await startWith(null)
      page.press('flugzeug.start')
      await page.answer('createFlugzeug', no(code))
      await page.answer('fetchFlugzeug', desktop('starting'))
      expect(changeFailureOf(page.actor.getSnapshot())).toBe(null)
      expect(page.shown()).toEqual(['starting', null])
    },
  )

  test.each(changes)(
    '%s: what came of a %s is looked up until it is known',
    async (status, event, call) => {
      const page = await startWith(status && desktop(status))
      page.press(event)
      await page.answer(call)
      await page.fail('fetchFlugzeug')
      expect(readFailureOf(page.actor.getSnapshot())?.message).toBe('No luck.')
      expect(page.counts()).toMatchObject({ fetchFlugzeug: 3 })
      await page.answer('fetchFlugzeug', desktop('starting'))
      expect(page.shown()).toEqual(['starting', null])
    },
  )
})

/** Changes that may be in flight when the page is left: status, events, effect. A reset asks first. */
const inFlight = [
  [null, ['flugzeug.start'], 'createFlugzeug'],
  ['stopped', ['flugzeug.start'], 'startFlugzeug'],
  ['running', ['flugzeug.stop'], 'stopFlugzeug'],
  ['running', ['flugzeug.extend'], 'extendFlugzeug'],
  ['running', ['reset.requested', 'flugzeug.reset'], 'resetFlugzeug'],
] as const

describe.each(inFlight)('leaving it (%s) during %s', (status, events, call) => {
  async function leaving() {
    const page = await startWith(status && desktop(status))
    for (const event of events) page.press(event)
    page.leave()
    await page.answer(call, yes(undefined))
    return page
  }

  test.each(['running', 'stopped'] as const)('that it is %s then is known', async next => {
    const page = await leaving()
    await page.answer('fetchFlugzeug', desktop(next))
    expect(isKnownRunning(page.actor.getSnapshot(), START)).toBe(next === 'running')
    expect(frameUrlOf(page.actor.getSnapshot())).toBe(null)
    expect(page.actor.getSnapshot().value).toMatchObject({ desktop: 'idle' })
    expect(page.counts()).toEqual({ fetchFlugzeug: 2, [call]: 1 })
  })

  test('it is not looked up again where that failed', async () => {
    const page = await leaving()
    await page.fail('fetchFlugzeug')
    expect(readFailureOf(page.actor.getSnapshot())?.message).toBe('No luck.')
    expect(page.actor.getSnapshot().value).toMatchObject({ desktop: 'idle' })
    expect(page.counts()).toEqual({ fetchFlugzeug: 2, [call]: 1 })
  })

  test('coming back before it is done shows what came of it', async () => {
    const page = await leaving()
    page.enter()
    await page.answer('fetchFlugzeug', desktop('error'))
    expect(page.shown()).toEqual(['error', null])
    expect(page.counts()).toEqual({ fetchFlugzeug: 2, [call]: 1 })
  })

  test('coming back after it is done looks it up', async () => {
    const page = await leaving()
    await page.answer('fetchFlugzeug', desktop('running'))
    page.enter()
    expect(page.shown()).toEqual(['loading', null])
    await page.answer('fetchFlugzeug', desktop('error'))
    expect(page.shown()).toEqual(['error', null])
  })
})

describe('resetting it', () => {
  test.each(statuses)('a reset is asked for twice: %s', async status => {
    const page = await startWith(desktop(status))
    page.press('flugzeug.reset')
    expect(page.counts()).toEqual({ fetchFlugzeug: 1 })
    page.press('reset.requested')
    expect(isResetAsked(page.actor.getSnapshot())).toBe(true)
    page.press('flugzeug.reset')
    expect(isResetAsked(page.actor.getSnapshot())).toBe(false)
    expect(page.shown()).toEqual([status, 'resetting'])
    expect(page.counts()).toEqual({ fetchFlugzeug: 1, resetFlugzeug: 1 })
    await page.answer('resetFlugzeug')
    expect(page.shown()).toEqual([status, 'resetting'])
    await page.answer('fetchFlugzeug', null)
    expect(page.shown()).toEqual(['noDesktop', null])
  })

  test('the question goes away when it is answered by no, or the page is left, or there is nothing', async () => {
    const cancelled = await startWith(desktop('stopped'))
    cancelled.press('reset.requested')
    cancelled.press('reset.cancelled')
    expect(isResetAsked(cancelled.actor.getSnapshot())).toBe(false)

    const left = await startWith(desktop('stopped'))
    left.press('reset.requested')
    left.leave()
    expect(isResetAsked(left.actor.getSnapshot())).toBe(false)

    const gone = await startWith(desktop('stopped'))
    gone.press('reset.requested')
    gone.time.pass(10_000)
    await gone.answer('fetchFlugzeug', null)
    expect(isResetAsked(gone.actor.getSnapshot())).toBe(false)
  })

  test('a reset that fails says why, and the desktop is looked up', async () => {
    const page = await startWith(desktop('error'))
    page.press('reset.requested')
    page.press('flugzeug.reset')
    page.leave()
    await page.fail('resetFlugzeug')
    await page.check('resetFlugzeug', new Error('No luck.'))
    await page.fail('fetchFlugzeug')
    expect(changeFailureOf(page.actor.getSnapshot())?.message).toBe('No luck.')
    expect(page.counts()).toEqual({ fetchFlugzeug: 2, resetFlugzeug: 1 })
  })
})

describe('extending it', () => {
  async function extending() {
    const page = await startWith(desktop('running'))
    page.press('flugzeug.extend')
    expect(page.shown()).toEqual(['running', 'extending'])
    return page
  }

  test('an extension is looked up at once', async () => {
    const page = await extending()
    await page.answer('extendFlugzeug', yes(undefined))
    expect(page.shown()).toEqual(['running', 'extending'])
    await page.answer('fetchFlugzeug', desktop('running', 'a', LATER))
    expect(stopTimeOf(page.actor.getSnapshot())).toBe(LATER)
    expect(page.shown()).toEqual(['running', null])
  })

  test('a refused extension shakes the button for 600 ms', async () => {
    const page = await extending()
    await page.answer('extendFlugzeug', no('CANNOT_PROLONG_FLUGZEUG'))
    expect(isRefusalNew(page.actor.getSnapshot())).toBe(true)
    page.time.pass(599)
    expect(isRefusalNew(page.actor.getSnapshot())).toBe(true)
    page.time.pass(1)
    expect(isRefusalNew(page.actor.getSnapshot())).toBe(false)
    expect(wasExtensionRefused(page.actor.getSnapshot())).toBe(true)
    expect(changeFailureOf(page.actor.getSnapshot())).toBe(null)
    expect(page.can('flugzeug.extend')).toBe(true)
  })

  test('a refusal of what was sent twice is not a refusal where the stop has moved', async () => {
    const moved = await extending()
    await moved.answer('extendFlugzeug', no('CANNOT_PROLONG_FLUGZEUG', true))
    await moved.check('extendFlugzeug', desktop('running', 'a', LATER))
    await moved.answer('fetchFlugzeug', desktop('running', 'a', LATER))
    expect(isRefusalNew(moved.actor.getSnapshot())).toBe(false)
    expect(moved.shown()).toEqual(['running', null])
    expect(stopTimeOf(moved.actor.getSnapshot())).toBe(LATER)

    const unmoved = await extending()
    await unmoved.answer('extendFlugzeug', no('CANNOT_PROLONG_FLUGZEUG', true))
    await unmoved.check('extendFlugzeug', desktop('running'))
    expect(isRefusalNew(unmoved.actor.getSnapshot())).toBe(true)
    unmoved.time.pass(1_000)
    await unmoved.answer('fetchFlugzeug', desktop('running'))
    expect(wasExtensionRefused(unmoved.actor.getSnapshot())).toBe(true)
    expect(readAtOf(unmoved.actor.getSnapshot())).toBe(START + 1_000)

    const unknown = await extending()
    await unknown.answer('extendFlugzeug', no('CANNOT_PROLONG_FLUGZEUG', true))
    await unknown.check('extendFlugzeug', new Error('No luck.'))
    expect(isRefusalNew(unknown.actor.getSnapshot())).toBe(true)
  })

  test('an extension that fails says why', async () => {
    const page = await extending()
    await page.fail('extendFlugzeug')
    await page.check('extendFlugzeug', desktop('running'))
    await page.answer('fetchFlugzeug', desktop('running'))
    expect([page.shown(), page.counts()]).toEqual([
      ['running', null],
      { fetchFlugzeug: 2, extendFlugzeug: 1 },
    ])
    expect(changeFailureOf(page.actor.getSnapshot())?.message).toBe('No luck.')
  })

  test('a page that comes back during a refused extension looks the desktop up', async () => {
    const page = await extending()
    page.leave()
    page.enter()
    await page.answer('extendFlugzeug', no('CANNOT_PROLONG_FLUGZEUG'))
    page.time.pass(600)
    expect(page.counts()).toEqual({ fetchFlugzeug: 2, extendFlugzeug: 1 })
    await page.answer('fetchFlugzeug', desktop('running'))
    expect(page.shown()).toEqual(['running', null])
  })

  test('an extension that is refused after its page was left is over with the next look', async () => {
    const page = await extending()
    page.leave()
    await page.answer('extendFlugzeug', no('CANNOT_PROLONG_FLUGZEUG'))
    await page.answer('fetchFlugzeug', desktop('running'))
    expect(page.actor.getSnapshot().value).toMatchObject({ desktop: 'idle' })
  })

  test('a refused extension of a page that was left keeps no desktop open', async () => {
    const page = await extending()
    page.leave()
    await page.answer('extendFlugzeug', no('CANNOT_PROLONG_FLUGZEUG', true))
    await page.check('extendFlugzeug', desktop('running', 'a', LATER))
    await page.answer('fetchFlugzeug', desktop('running', 'a', LATER))
    expect(frameUrlOf(page.actor.getSnapshot())).toBe(null)
    expect(page.actor.getSnapshot().value).toMatchObject({ desktop: 'idle' })
    const before = page.counts()
    page.time.pass(600_000)
    expect(page.counts()).toEqual(before)
  })
})

describe('its iframe', () => {
  test('it is there while the desktop runs', async () => {
    const page = await startWith(desktop('running'))
    expect([frameUrlOf(page.actor.getSnapshot()), page.frame.running()]).toEqual([url(), 1])
    page.time.pass(10_000)
    await page.answer('fetchFlugzeug', desktop('stopping'))
    expect([frameUrlOf(page.actor.getSnapshot()), page.frame.running()]).toEqual([null, 0])
  })

  test('the keyboard goes in and out, and fullscreen is toggled', async () => {
    const page = await startWith(desktop('running'))
    page.press('desktop.enter')
    page.press('fullscreen.toggle')
    page.frame.send({ type: 'focus.left' })
    expect(page.frame.received).toEqual([
      { type: 'focus.give' },
      { type: 'fullscreen.toggle' },
      { type: 'focus.take' },
    ])
  })

  test.each([
    [null, 'createFlugzeug'],
    [desktop('stopped'), 'startFlugzeug'],
  ] as const)(
    'anyone who starts it gets the keyboard into it once it is there, and not again after a cut',
    async (before, call) => {
      const page = await startWith(before)
      page.press('flugzeug.start')
      await page.answer(call)
      await page.answer('fetchFlugzeug', desktop('starting'))
      page.time.pass(2_000)
      await page.answer('fetchFlugzeug', desktop('running'))
      expect(page.frame.received).toEqual([])
      page.frame.send({ type: 'desktop.connected' })
      page.frame.send({ type: 'desktop.connected' })
      expect(page.frame.received).toEqual([{ type: 'focus.offer' }])
    },
  )

  test('a desktop that ran already takes no keyboard by itself', async () => {
    const page = await startWith(desktop('running'))
    page.frame.send({ type: 'desktop.connected' })
    expect(page.frame.received).toEqual([])
  })

  test('anyone who leaves the page after the start is not taken into the desktop later', async () => {
    const page = await startWith(desktop('stopped'))
    page.press('flugzeug.start')
    await page.answer('startFlugzeug')
    await page.answer('fetchFlugzeug', desktop('starting'))
    page.leave()
    page.enter()
    await page.answer('fetchFlugzeug', desktop('running'))
    page.frame.send({ type: 'desktop.connected' })
    expect(page.frame.received).toEqual([])
  })

  test.each(['seen', 'hidden'])(
    'a used-up ticket is exchanged at once, while the page is %s',
    async how => {
      const page = await startWith(desktop('running', 'a'))
      if (how === 'hidden') page.visibility.send({ type: 'page.hidden' })
      page.frame.send({ type: 'desktop.ticketRequested' })
      expect(page.counts()).toEqual({ fetchFlugzeug: 2 })
      await page.answer('fetchFlugzeug', desktop('running', 'b'))
      expect(page.frame.received).toEqual([{ type: 'ticket.give', url: url('b') }])
      expect(frameUrlOf(page.actor.getSnapshot())).toBe(url('a'))
      page.time.pass(10_000)
      await page.answer('fetchFlugzeug', desktop('running', 'c'))
      expect(page.frame.received.length).toBe(1)
    },
  )

  test('a ticket that is asked for during a change comes with its result', async () => {
    const page = await startWith(desktop('running', 'a'))
    page.press('flugzeug.extend')
    page.frame.send({ type: 'desktop.ticketRequested' })
    await page.answer('extendFlugzeug', yes(undefined))
    await page.answer('fetchFlugzeug', desktop('running', 'b'))
    expect(page.frame.received).toEqual([{ type: 'ticket.give', url: url('b') }])
  })

  test.each(['seen', 'hidden', 'looked up'])(
    'a desktop that ended is looked up at once, while %s',
    async how => {
      const page = await startWith(desktop('running'))
      if (how === 'hidden') page.visibility.send({ type: 'page.hidden' })
      if (how === 'looked up') page.time.pass(10_000)
      const before = page.fakes.fetchFlugzeug.calls.length
      page.frame.send({ type: 'desktop.ended' })
      // The read in flight may be older than the change, so the test answers it first.
      if (how === 'looked up') await page.answer('fetchFlugzeug', desktop('running'))
      expect(page.fakes.fetchFlugzeug.calls.length).toBe(before + 1)
      await page.answer('fetchFlugzeug', desktop('stopped'))
      expect(page.shown()).toEqual(['stopped', null])
    },
  )
})
