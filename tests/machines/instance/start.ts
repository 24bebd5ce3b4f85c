import { createActor, type SnapshotFrom } from 'xstate'
import type { AccountStats, Instance } from '../../../src/api/contract.ts'
import type { ChildEvent, ParentRef } from '../../../src/machines/app/events.ts'
import { extendRules, startRules, stopRules } from '../../../src/machines/instance/changes.ts'
import { instanceMachine } from '../../../src/machines/instance/machine.ts'
import { instanceResource } from '../../../src/machines/instance/setup.ts'
import type { PageVisibility } from '../../../src/machines/page-visibility.ts'
import type { ResourceSubject } from '../../../src/machines/resource/machine.ts'
import { challenge, detail, playing, statsOf } from '../../support/challenge.ts'
import {
  createFakeCallback,
  createFakeChange,
  createFakeParent,
  createFakePromise,
} from '../../support/fakes/calls.ts'
import { createClockActor, createTime, settled } from '../../support/time.ts'

const changes = ['instance.start', 'instance.abort', 'instance.extend', 'instance.stop'] as const

/** An instance whose actors the test answers; nothing has been read yet. */
export function startInstance({
  facts = playing,
  stats = statsOf() as AccountStats | undefined,
} = {}) {
  const time = createTime()
  const fetch = createFakePromise<Instance | null, ResourceSubject | undefined>()
  const put = createFakeChange(startRules)
  const post = createFakeChange(extendRules)
  const remove = createFakeChange(stopRules)
  const visibility = createFakeCallback<PageVisibility>()
  const reported: ChildEvent[] = []
  const parent: ParentRef = createFakeParent<ChildEvent>(event => reported.push(event))
  const instance = createActor(
    instanceMachine.provide({
      actors: {
        instance: instanceResource.provide({
          actors: { fetch: fetch.logic, visibility: visibility.logic },
        }),
        startInstance: put.logic,
        extendInstance: post.logic,
        stopInstance: remove.logic,
      },
    }),
    {
      clock: time.clock,
      input: {
        challenge,
        clock: createClockActor(time),
        random: () => 0.5,
        facts,
        stats,
        parent,
      },
    },
  ).start()
  instance.send({ type: 'detail.changed', detail })
  return {
    instance,
    time,
    fetch,
    put,
    post,
    remove,
    visibility,
    reported,
    state: () => instance.getSnapshot().value.instance,
    context: () => instance.getSnapshot().context,
    reading: () => instance.getSnapshot().context.reading,
    can: (event: Parameters<SnapshotFrom<typeof instanceMachine>['can']>[0]) =>
      instance.getSnapshot().can(event),
    /** The changes that the page offers. */
    possible: () => changes.filter(type => instance.getSnapshot().can({ type })),
    /** Answers the fetch that is under way. */
    async read(answer: Instance) {
      fetch.last().answer.resolve(answer)
      await settled()
    },
    /** Answers the check of a doubtful change. */
    async check(answer: Instance) {
      const last = [put, post, remove].flatMap(({ check }) => check.calls).at(-1)
      last?.answer.resolve(answer)
      await settled()
    },
    async answer<T>(call: { answer: PromiseWithResolvers<T> }, value: T) {
      call.answer.resolve(value)
      await settled()
    },
    async fail(call: { answer: { reject(reason: unknown): void } }) {
      call.answer.reject(Object.assign(new Error('No luck.'), { code: 'UNKNOWN' }))
      await settled()
    },
  }
}
