import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createScales, scaleIntervalMs } from '../../../../platform/desktop/display/scales.ts'
import { createLog } from '../../../../platform/log.ts'
import { scaleCommand, scaleIn } from '../../../../src/api/contract/desktop/messages.ts'
import { createSimulatedClock } from '../../../support/simulated-clock.ts'

test('a size of texts is read from its own command only', () => {
  expect(scaleIn(scaleCommand(150))).toBe(150)
  const others = ['', '150', 'scale', 'scale 0', 'scale 74', 'scale 401', 'scale 1e2', 'scale -99']
  for (const text of [...others, 'scale 100; reboot', ' scale 100', 'scale 100\n', 'scale 1000'])
    expect(scaleIn(text), text).toBeNull()
})

/** Sizes that are set when `open` is called. */
function openScales() {
  const clock = createSimulatedClock(0)
  const done: string[] = []
  const gates: (() => void)[] = []
  const setScale = createScales({
    async set(id, percent) {
      await new Promise<void>(resolve => gates.push(resolve))
      done.push(`${id} ${percent}`)
    },
    clock,
    log: createLog('silent'),
  })
  return {
    clock,
    done,
    gates,
    setScale: (id: string, percent: number) => void setScale(id, percent),
    async open() {
      for (const open of gates.splice(0)) open()
      await setImmediate()
    },
  }
}

test('of sizes that come while one is set, only the last one is set, for each desktop', async () => {
  const { clock, done, gates, setScale, open } = openScales()
  setScale('one', 100)
  setScale('two', 100)
  for (const percent of [125, 150, 200]) setScale('one', percent)
  clock.advance(scaleIntervalMs)
  expect(gates.length).toBe(2)
  await open()
  expect(gates.length).toBe(1)
  await open()
  expect(done).toEqual(['one 100', 'two 100', 'one 200'])
})

test('of sizes that come one after the other at once, the first and the last one are set', async () => {
  const { clock, done, setScale, open } = openScales()
  for (let percent = 100; percent <= 200; percent++) {
    setScale('one', percent)
    await open()
  }
  expect(done).toEqual(['one 100'])
  clock.advance(scaleIntervalMs - 1)
  await open()
  expect(done).toEqual(['one 100'])
  clock.advance(1)
  await open()
  await open()
  expect(done).toEqual(['one 100', 'one 200'])
  clock.advance(scaleIntervalMs)
  await open()
  setScale('one', 300)
  await open()
  expect(done).toEqual(['one 100', 'one 200', 'one 300'])
})

test('a size that cannot be set does not keep the next one from being set', async () => {
  const clock = createSimulatedClock(0)
  const asked: number[] = []
  const setScale = createScales({
    async set(_, percent) {
      asked.push(percent)
      throw new Error('the desktop does not run')
    },
    clock,
    log: createLog('silent'),
  })
  for (const percent of [100, 200]) {
    const isSet = setScale('one', percent)
    clock.advance(scaleIntervalMs)
    await isSet
  }
  expect(asked).toEqual([100, 200])
})
