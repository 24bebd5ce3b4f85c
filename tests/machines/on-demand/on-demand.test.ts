import { expect, test } from 'vitest'
import { assign, createActor, type SnapshotFrom, sendTo, setup } from 'xstate'
import {
  machineState,
  type OnDemand,
  onDemand,
  whenLoaded,
} from '../../../src/machines/on-demand.ts'
import { unprovidedMachine } from '../../../src/machines/unprovided.ts'
import { createTime, settled } from '../../support/time.ts'

/** Counts the events that it receives. */
const counter = setup({
  types: {
    context: {} as { heard: readonly string[]; name: string },
    events: {} as { type: 'word.said'; word: string },
    input: {} as { name: string },
  },
}).createMachine({
  id: 'counter',
  context: ({ input }) => ({ heard: [], name: input.name }),
  on: {
    'word.said': {
      actions: assign({ heard: ({ context, event }) => [...context.heard, event.word] }),
    },
  },
})

const parent = setup({
  types: {
    events: {} as { type: 'say'; word: string } | { type: 'load' } | { type: 'end' },
    children: {} as { counter: 'counter' },
  },
  actors: { counter: unprovidedMachine<typeof counter>('counter') },
}).createMachine({
  id: 'parent',
  initial: 'on',
  states: {
    on: {
      invoke: { src: 'counter', id: 'counter', input: { name: 'Ada' } },
      on: {
        say: {
          actions: sendTo('counter', ({ event }) => ({ type: 'word.said', word: event.word })),
        },
        load: { actions: sendTo('counter', { type: 'machine.load' }) },
        end: 'off',
      },
    },
    off: {},
  },
})

/** A part whose loads the test settles. */
function createPart<T>(value: T) {
  const loads: PromiseWithResolvers<T>[] = []
  let loaded: T | undefined
  return {
    loads,
    part: {
      get loaded() {
        return loaded
      },
      load: async () => {
        const load = Promise.withResolvers<T>()
        loads.push(load)
        loaded = await load.promise
        return loaded
      },
    },
    async succeed() {
      loads.at(-1)?.resolve(value)
      await settled()
    },
    async fail() {
      loads.at(-1)?.reject(new Error('The file is gone.'))
      await settled()
    },
  }
}

function start(logic: OnDemand<typeof counter>) {
  const time = createTime()
  const app = createActor(parent.provide({ actors: { counter: logic } }), { clock: time.clock })
  app.start()
  const ref = app.getSnapshot().children.counter
  if (!ref) throw new Error('There is no counter.')
  const heard = () => whenLoaded(heardBy)(ref.getSnapshot())
  return { app, ref, time, heard, state: () => machineState(ref.getSnapshot()) }
}
const heardBy = (snapshot: SnapshotFrom<typeof counter>) => snapshot.context.heard

test('a machine is loaded when it is asked for, and not before', async () => {
  const { part, loads, succeed } = createPart(counter)
  const { app, state } = start(onDemand(part, machine => machine))
  app.send({ type: 'say', word: 'one' })
  expect([loads.length, state()]).toEqual([0, 'loading'])
  app.send({ type: 'load' })
  expect(loads.length).toBe(1)
  await succeed()
  expect(state()).toBe('loaded')
})

test('events from before the machine was there reach it in order, and so do those that follow', async () => {
  const { part, succeed } = createPart(counter)
  const { app, heard } = start(onDemand(part, machine => machine))
  app.send({ type: 'say', word: 'one' })
  app.send({ type: 'load' })
  app.send({ type: 'say', word: 'two' })
  expect(heard()).toBe(undefined)
  await succeed()
  app.send({ type: 'say', word: 'three' })
  expect(heard()).toEqual(['one', 'two', 'three'])
})

test('the actor keeps its ref and its input, and tells who listens that it has its machine', async () => {
  const { part, succeed } = createPart(counter)
  const { app, ref } = start(onDemand(part, machine => machine))
  const seen: string[] = []
  ref.subscribe(snapshot => seen.push(machineState(snapshot)))
  app.send({ type: 'load' })
  await succeed()
  expect(app.getSnapshot().children.counter).toBe(ref)
  expect(whenLoaded(snapshot => snapshot)(ref.getSnapshot())).toMatchObject({
    context: { name: 'Ada' },
  })
  expect(seen.at(-1)).toBe('loaded')
})

test('a load that fails is made again, after longer and longer delays of at most eight seconds', async () => {
  const { part, loads, fail, succeed } = createPart(counter)
  const { app, time, state } = start(onDemand(part, machine => machine))
  app.send({ type: 'load' })
  for (const delay of [1_000, 2_000, 4_000, 8_000, 8_000]) {
    await fail()
    expect(state()).toBe('failed')
    const before = loads.length
    time.pass(delay - 1)
    expect(loads.length).toBe(before)
    time.pass(1)
    expect(loads.length).toBe(before + 1)
  }
  await succeed()
  expect(state()).toBe('loaded')
})

test('anyone who asks again after a failure need not wait for that', async () => {
  const { part, loads, fail, succeed } = createPart(counter)
  const { app, time, state } = start(onDemand(part, machine => machine))
  app.send({ type: 'load' })
  await fail()
  app.send({ type: 'load' })
  expect(loads.length).toBe(2)
  await succeed()
  time.pass(60_000)
  expect([loads.length, state()]).toEqual([2, 'loaded'])
})

test('two that ask at the same time do not double the attempts after a failure', async () => {
  const { part, loads } = createPart(counter)
  const { app, time } = start(onDemand(part, machine => machine))
  app.send({ type: 'load' })
  app.send({ type: 'load' })
  for (const load of [...loads]) load.reject(new Error('The file is gone.'))
  await settled()
  time.pass(2_000)
  expect(loads.length).toBe(3)
})

test('if the code is there already, the actor is the machine from the start', () => {
  const loadedPart = { loaded: counter, load: async () => counter }
  const { app, heard, state } = start(onDemand(loadedPart, machine => machine))
  expect(state()).toBe('loaded')
  app.send({ type: 'say', word: 'one' })
  app.send({ type: 'load' })
  expect(heard()).toEqual(['one'])
})

test('an actor that was stopped does not become a machine', async () => {
  const { part, succeed } = createPart(counter)
  const { app, ref, state } = start(onDemand(part, machine => machine))
  app.send({ type: 'load' })
  app.send({ type: 'end' })
  await succeed()
  expect([state(), ref.getSnapshot().status]).toEqual(['loading', 'stopped'])
})
