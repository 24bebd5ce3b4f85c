import type { ConnectionSample, QualityStep } from './events.ts'

export interface AutoQuality {
  readonly step: QualityStep
  /** Samples in a row in which nothing was queued in the connection. */
  readonly calm: number
}

/**
 * The best quality that is chosen automatically. A better one costs frames and shows little. The user may choose it.
 */
const BEST = 3
export const isFast = ({ step }: AutoQuality) => step >= BEST

export const firstQuality: AutoQuality = { step: BEST, calm: 0 }

/** More than this above the idle latency, in milliseconds: the connection is full. */
const FULL_EXCESS = 200
/** After this many calm samples, the next better step is tried. */
const CALM_SAMPLES = 5
/** The least bytes a second for the steps 1 to 3. */
const thresholds = [64_000, 250_000, 1_000_000]

/**
 * The next quality. A full connection shows its bandwidth, which gives a lower step. While the connection is
 * not full, the quality rises.
 */
export function adapt({ step, calm }: AutoQuality, sample: ConnectionSample): AutoQuality {
  if (sample.latency > sample.idleLatency + FULL_EXCESS) {
    const fitting = thresholds.filter(least => sample.bandwidth >= least).length
    return { step: Math.max(0, Math.min(step - 1, fitting)) as QualityStep, calm: 0 }
  }
  if (calm + 1 < CALM_SAMPLES || step >= BEST) return { step, calm: calm + 1 }
  return { step: (step + 1) as QualityStep, calm: 0 }
}
