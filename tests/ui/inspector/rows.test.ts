import { expect, test } from 'vitest'
import { createRows } from '../../../src/inspector/rows.ts'

const entry = (n: number, type: string, source?: string) => ({
  page: 'page',
  n,
  time: n,
  actor: 'lamp',
  machine: 'lamp',
  type,
  microsteps: [],
  status: 'active',
  ...(source !== undefined && { source }),
})

test('what follows from an event has it as its cause, and a timer is the cause of what follows from it', () => {
  const rows = createRows()
  rows.add(entry(1, 'press'))
  rows.add(entry(2, 'answer', 'lamp'))
  rows.add(entry(3, 'xstate.after.1000.lamp.on', 'lamp'))
  rows.add(entry(4, 'answer', 'lamp'))
  expect(rows.all.map(({ cause, depth }) => [cause, depth])).toEqual([
    [0, 0],
    [0, 1],
    [2, 0],
    [2, 1],
  ])
})
