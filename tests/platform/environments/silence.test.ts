import { expect, test } from 'vitest'
import { createSilence } from '../../../platform/engine/silence.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'
import { createWrittenLog } from '../written-log.ts'

const message = 'the engine does not answer'

function start() {
  const clock = createSimulatedClock(0)
  const { log, written } = createWrittenLog('warn')
  const silence = createSilence({ log, message, clock, silentMs: 15_000 })
  const logged = () =>
    written()
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line))
      .map(({ msg, err }) => [msg, err.message])
  return { ...silence, clock, logged }
}

test('an engine that is silent is logged, its late answer is still taken, and a later silence is logged again', async () => {
  const { until, clock, logged } = start()
  const late = Promise.withResolvers<string>()
  const first = until(late.promise)
  const second = until(late.promise)
  clock.advance(14_999)
  expect(logged()).toEqual([])
  clock.advance(1)
  expect(logged()).toEqual([[message, 'silent for 15 s']])
  late.resolve('here')
  expect(await Promise.all([first, second])).toEqual(['here', 'here'])
  const never = until(new Promise(() => {}))
  clock.advance(15_000)
  expect(logged()).toHaveLength(2)
  expect(never).toBeInstanceOf(Promise)
})

test('an engine that fails again and again is logged once, until it has answered', async () => {
  const { until, report, logged } = start()
  const fail = () => until(Promise.reject(new Error('refused'))).catch(report)
  await fail()
  await fail()
  expect(logged()).toEqual([[message, 'refused']])
  await until(Promise.resolve())
  await fail()
  expect(logged()).toHaveLength(2)
})

test('an answer that comes in time is not logged later', async () => {
  const { until, clock, logged } = start()
  expect(await until(Promise.resolve(1))).toBe(1)
  clock.advance(60_000)
  expect(logged()).toEqual([])
})
