import { expect, test } from 'vitest'
import { type Written, writerOf } from '../../../../platform/desktop/home/writer.ts'

const written = (all: Record<number, [toDisk: number, inAll: number]>) =>
  new Map<number, Written>(
    Object.entries(all).map(([pid, [toDisk, inAll]]) => [Number(pid), { toDisk, inAll }]),
  )

test('the writer is the program that wrote most to the disk since the last look, not to a terminal', () => {
  const before = written({ 1: [900, 900], 2: [0, 0], 3: [10, 10] })
  const now = written({ 1: [950, 950], 2: [0, 5000], 3: [70, 80] })
  expect(writerOf(before, now)).toBe(3)
})

test('a program that has just begun is a writer with all that it wrote', () => {
  expect(writerOf(written({ 1: [100, 100] }), written({ 1: [150, 150], 2: [80, 80] }))).toBe(2)
})

test('if nothing reaches a disk, the writer is the program that wrote most at all', () => {
  const before = written({ 1: [0, 500], 2: [0, 0] })
  expect(writerOf(before, written({ 1: [0, 510], 2: [0, 4000] }))).toBe(2)
})

test('on a disk, nobody is ended for a terminal or a pipe alone', () => {
  const before = written({ 1: [500, 500], 2: [0, 0] })
  expect(writerOf(before, written({ 1: [500, 500], 2: [0, 4000] }))).toBeNull()
})
