import { repeats } from '../support/depth.ts'

/** How many random runs each property is checked in, and how many steps each run has. */
export const RUNS = repeats(50, 400)
export const STEPS = 50
/** The same runs every time; GUIDON_SEED draws others. */
export const SEED = Number(process.env.GUIDON_SEED ?? 20_260_501)
