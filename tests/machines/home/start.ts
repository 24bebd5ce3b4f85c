import { createActor } from 'xstate'
import type { ScoreGroup, Team } from '../../../src/api/contract.ts'
import { type Facts, unknownFacts } from '../../../src/domain/facts.ts'
import { createRules, joinRules, selectRules } from '../../../src/machines/home/changes.ts'
import type { DraftsLoaded, HomeEvent } from '../../../src/machines/home/events.ts'
import { homeMachine } from '../../../src/machines/home/machine.ts'
import {
  createFakeCallback,
  createFakeChange,
  createFakeParent,
  createFakePromise,
} from '../../support/fakes/calls.ts'
import { createClockActor, createTime, settled } from '../../support/time.ts'

export const group = (slug: string, isPasswordProtected = false): ScoreGroup => ({
  slug,
  name: slug.toUpperCase(),
  description: `For **${slug}**`,
  isPasswordProtected,
})

export const someTeam: Team = {
  id: 't1',
  name: 'Team',
  joinToken: 'token',
  maxSize: null,
  members: [],
}

/** A home machine that the test drives, and what it sent to the app. */
export function startHome(facts: Facts = unknownFacts) {
  const time = createTime()
  const fakes = {
    homeDraftStore: createFakeCallback<DraftsLoaded>(),
    joinTeam: createFakeChange(joinRules),
    createTeam: createFakeChange(createRules),
    listScoreGroups: createFakePromise<ScoreGroup[]>(),
    selectScoreGroup: createFakeChange(selectRules),
  }
  const reported: string[] = []
  const parent = createFakeParent(({ type }) => reported.push(type))
  const home = createActor(
    homeMachine.provide({
      actors: {
        homeDraftStore: fakes.homeDraftStore.logic as never,
        joinTeam: fakes.joinTeam.logic,
        createTeam: fakes.createTeam.logic,
        listScoreGroups: fakes.listScoreGroups.logic,
        selectScoreGroup: fakes.selectScoreGroup.logic,
      },
    }),
    { clock: time.clock, input: { clock: createClockActor(time), parent } },
  ).start()
  const send = (...events: HomeEvent[]) => {
    for (const event of events) home.send(event)
  }
  const learn = (next: Facts) => home.send({ type: 'facts.changed', facts: next })
  if (facts.isReady) learn(facts)
  return { home, time, fakes, reported, send, learn, value: () => home.getSnapshot().value }
}

export const done = { ok: true, data: undefined, retried: false } as const

export function refused<C extends string>(
  code: C,
  { retried = false, retryAfter = null as number | null } = {},
) {
  return { ok: false, code, retried, retryAfter } as const
}

/** Answers the last call of a fake. */
export async function answer<T>(
  fake: { last(): { answer: PromiseWithResolvers<T> } },
  value: T,
): Promise<void> {
  fake.last().answer.resolve(value)
  await settled()
}

export async function fail(fake: {
  last(): { answer: { reject(reason: unknown): void } }
}): Promise<void> {
  fake.last().answer.reject(new Error('The server is on fire.'))
  await settled()
}
