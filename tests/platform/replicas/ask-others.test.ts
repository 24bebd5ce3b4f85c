import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { replicas } from '../../../platform/database/schema.ts'
import { createAskOthers } from '../../../platform/replicas/ask-others.ts'
import { answerQuestion, createQuestion } from '../../../platform/replicas/questions.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'
import { openBus } from '../open-bus.ts'

const topic = 'event.running'

/** Replicas that live. Those with these ids also answer, with their own ids. */
async function open(living: readonly string[], answering: readonly string[]) {
  const { database, bus } = await openBus()
  const clock = createSimulatedClock(0)
  const rows = living.map(id => ({
    id,
    url: id === 'nameless' ? null : `http://${id}`,
    heartbeats: 1,
  }))
  await database.db.insert(replicas).values(rows)
  const asked: string[] = []
  const asks = answering.map(id =>
    createAskOthers({ database, bus, clock, replicas: { id } }, topic, async () => {
      asked.push(id)
      if (id === 'nameless') await setImmediate()
      return { from: id }
    }),
  )
  const ask = async () => (await asks[0]?.()) ?? []
  const heard = new Promise<void>(resolve => bus.on(topic, () => resolve()))
  return { ask, asked, clock, heard }
}

test('all others that live answer at once, and not the one that asks', async () => {
  const all = ['one', 'two', 'nameless']
  const { ask, asked } = await open(all, all)
  expect((await ask()).toSorted((a, b) => (a.replica < b.replica ? -1 : 1))).toMatchObject([
    { replica: 'http://two', answer: { from: 'two' } },
    { replica: 'nameless', answer: { from: 'nameless' } },
  ])
  expect(asked).toEqual(['two', 'nameless'])
})

test('one that says nothing for ten seconds is named', async () => {
  const { ask, clock, heard } = await open(['one', 'two'], ['one'])
  let isOver = false
  const asked = ask().finally(() => {
    isOver = true
  })
  await heard
  clock.advance(9999)
  expect(isOver).toBe(false)
  clock.advance(1)
  expect(await asked).toEqual([{ replica: 'http://two', answer: null }])
})

test('a replica that is alone asks nobody', async () => {
  const { ask } = await open(['one'], ['one'])
  expect(await ask()).toEqual([])
})

test('an answer is for the question that was asked, and null is none', async () => {
  const { bus } = await openBus()
  const clock = createSimulatedClock(0)
  answerQuestion(bus, topic, about => (about === 'mine' ? null : `of ${about}`))
  answerQuestion(bus, topic, about => `also of ${about}`)
  const ask = createQuestion<string>(bus, clock, topic)
  const [both, one] = await Promise.all([ask('a', 2), ask('mine', 1)])
  expect(both.toSorted()).toEqual(['also of a', 'of a'])
  expect(one).toEqual(['also of mine'])
})
