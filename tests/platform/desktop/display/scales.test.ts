import { expect, test } from 'vitest'
import { createScales } from '../../../../platform/desktop/display/scales.ts'
import { createLog } from '../../../../platform/log.ts'
import { scaleCommand, scaleIn } from '../../../../src/api/contract/desktop/messages.ts'

test('a size of texts is read from its own command only', () => {
  expect(scaleIn(scaleCommand(150))).toBe(150)
  const others = ['', '150', 'scale', 'scale 0', 'scale 74', 'scale 401', 'scale 1e2', 'scale -99']
  for (const text of [...others, 'scale 100; reboot', ' scale 100', 'scale 100\n', 'scale 1000'])
    expect(scaleIn(text), text).toBeNull()
})

test('of sizes that come while one is set, only the last one is set, for each desktop', async () => {
  const done: string[] = []
  const gates: (() => void)[] = []
  const setScale = createScales(async (id, percent) => {
    await new Promise<void>(resolve => gates.push(resolve))
    done.push(`${id} ${percent}`)
  }, createLog('silent'))
  const first = setScale('one', 100)
  const other = setScale('two', 100)
  for (const percent of [125, 150, 200]) void setScale('one', percent)
  expect(gates.length).toBe(2)
  gates.splice(0).forEach(open => void open())
  await other
  await expect.poll(() => gates.length).toBe(1)
  gates.splice(0).forEach(open => void open())
  await first
  expect(done).toEqual(['one 100', 'two 100', 'one 200'])
})

test('a size that cannot be set does not keep the next one from being set', async () => {
  const asked: number[] = []
  const setScale = createScales(async (_, percent) => {
    asked.push(percent)
    throw new Error('the desktop does not run')
  }, createLog('silent'))
  await setScale('one', 100)
  await setScale('one', 200)
  expect(asked).toEqual([100, 200])
})
