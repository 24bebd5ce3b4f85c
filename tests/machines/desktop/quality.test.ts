import { expect, test } from 'vitest'
import type { ConnectionSample } from '../../../src/machines/desktop/events.ts'
import { type AutoQuality, adapt } from '../../../src/machines/desktop/quality.ts'

const full = (bandwidth: number): ConnectionSample => ({
  latency: 900,
  idleLatency: 80,
  bandwidth,
  photos: null,
})
const calm: ConnectionSample = { latency: 120, idleLatency: 80, bandwidth: 10, photos: null }
const after = (samples: ConnectionSample[], from: AutoQuality) => samples.reduce(adapt, from).step

test('a full connection gets the quality that its bandwidth carries, and at least one step less', () => {
  const steps = [50_000, 100_000, 500_000, 2_000_000, 9_000_000].map(bandwidth =>
    after([full(bandwidth)], { step: 4, calm: 0 }),
  )
  expect(steps).toEqual([0, 1, 2, 3, 3])
  expect(after([full(9_000_000)], { step: 0, calm: 0 })).toBe(0)
})

test('five calm samples in a row are worth a step, up to the best that is worth its frames', () => {
  expect(after(Array(4).fill(calm), { step: 2, calm: 0 })).toBe(2)
  expect(after(Array(5).fill(calm), { step: 2, calm: 0 })).toBe(3)
  expect(after([...Array(4).fill(calm), full(9e6), calm], { step: 2, calm: 0 })).toBe(1)
  expect(after(Array(50).fill(calm), { step: 0, calm: 0 })).toBe(3)
})
