import { repeats } from '../support/depth.ts'

/** In how many random runs each property is checked. */
export const RUNS = repeats(50, 400)
export const STEPS = 50
/** The same runs every time; GUIDON_SEED draws others. */
export const SEED = Number(process.env.GUIDON_SEED ?? 20_260_501)
