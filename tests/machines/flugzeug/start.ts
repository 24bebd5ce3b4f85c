import { createActor } from 'xstate'
import type { Flugzeug, FlugzeugStatus } from '../../../src/api/contract.ts'
import type { Facts } from '../../../src/domain/facts.ts'
import { desktopViewMachine } from '../../../src/machines/desktop-view/machine.ts'
import { extendRules, statusRules } from '../../../src/machines/flugzeug/changes.ts'
import type { FlugzeugEvent, FrameEvent } from '../../../src/machines/flugzeug/events.ts'
import { flugzeugMachine } from '../../../src/machines/flugzeug/machine.ts'
import { changeOf } from '../../../src/machines/flugzeug/selectors.ts'
import { remoteDesktopResource } from '../../../src/machines/flugzeug/setup.ts'
import { statusOf } from '../../../src/machines/flugzeug/status.ts'
import type { PageVisibility } from '../../../src/machines/page-visibility.ts'
import type { ResourceSubject } from '../../../src/machines/resource/machine.ts'
import { yes } from '../../support/challenge.ts'
import {
  createFakeCallback,
  createFakeChange,
  createFakePromise,
} from '../../support/fakes/calls.ts'
import { createClockActor, createTime, START, settled } from '../../support/time.ts'

export const STOP = new Date(START + 3_600_000).toISOString()
export const url = (ticket = 'a') => `https://desktop.example/#ticket=${ticket}`

/** A desktop, as the server describes it. */
export const desktop = (status: FlugzeugStatus, ticket = 'a', stopTimestamp = STOP): Flugzeug => ({
  status,
  stopTimestamp: status === 'running' ? stopTimestamp : null,
  url: status === 'running' ? url(ticket) : null,
})

export const allowed: Facts = {
  isReady: true,
  isPaused: false,
  isReadOnly: false,
  phase: 'running',
  teamMode: false,
  hasTeam: false,
  hasScoreGroup: true,
  isBanned: false,
  flugzeugEnabled: true,
  extensions: [],
}

export function start() {
  const time = createTime()
  const fakes = {
    fetchFlugzeug: createFakePromise<Flugzeug | null, ResourceSubject | undefined>(),
    createFlugzeug: createFakeChange(statusRules),
    startFlugzeug: createFakeChange(statusRules),
    stopFlugzeug: createFakeChange(statusRules),
    resetFlugzeug: createFakeChange(statusRules),
    extendFlugzeug: createFakeChange(extendRules),
  }
  const visibility = createFakeCallback<PageVisibility>()
  const frame = createFakeCallback<FrameEvent>()
  const actor = createActor(
    flugzeugMachine.provide({
      actors: {
        remoteDesktop: remoteDesktopResource.provide({
          actors: { fetch: fakes.fetchFlugzeug.logic, visibility: visibility.logic },
        }),
        createFlugzeug: fakes.createFlugzeug.logic as never,
        startFlugzeug: fakes.startFlugzeug.logic as never,
        stopFlugzeug: fakes.stopFlugzeug.logic as never,
        resetFlugzeug: fakes.resetFlugzeug.logic as never,
        extendFlugzeug: fakes.extendFlugzeug.logic as never,
        desktopFrame: frame.logic as never,
        desktopView: desktopViewMachine.provide({
          actors: { viewStore: createFakeCallback<never>().logic as never },
        }),
      },
    }),
    { clock: time.clock, input: { clock: createClockActor(time), random: () => 0.5 } },
  ).start()
  return {
    actor,
    time,
    fakes,
    visibility,
    frame,
    /** What the page shows, and the change under way. */
    shown: () => [statusOf(actor.getSnapshot()), changeOf(actor.getSnapshot())] as const,
    counts: () =>
      Object.fromEntries(
        Object.entries(fakes)
          .map(([name, { calls }]) => [name, calls.length] as const)
          .filter(([, count]) => count > 0),
      ),
    press: (type: FlugzeugEvent['type']) => actor.send({ type }),
    can: (type: FlugzeugEvent['type']) => actor.getSnapshot().can({ type }),
    /** Answers the check of a doubtful change. After an error, its result stays unknown. */
    async check(name: Exclude<keyof typeof fakes, 'fetchFlugzeug'>, seen: Flugzeug | null | Error) {
      const { answer } = fakes[name].check.last()
      if (seen instanceof Error) answer.reject(seen)
      else answer.resolve(seen)
      await settled()
    },
    async answer(
      name: keyof typeof fakes,
      answer: unknown = name === 'fetchFlugzeug' ? undefined : yes(undefined),
    ) {
      fakes[name].last().answer.resolve(answer as never)
      await settled()
    },
    async fail(name: keyof typeof fakes, error: unknown = new Error('No luck.')) {
      fakes[name].last().answer.reject(error)
      await settled()
    },
    allow: (flugzeugEnabled = true) =>
      actor.send({ type: 'facts.changed', facts: { ...allowed, flugzeugEnabled } }),
    enter: () => actor.send({ type: 'page.entered' }),
    leave: () => actor.send({ type: 'page.left' }),
  }
}

/** Starts the machine on its page, with the first answer. */
export async function startWith(answer: Flugzeug | null) {
  const page = start()
  page.allow()
  page.enter()
  await page.answer('fetchFlugzeug', answer)
  return page
}
