/** How many random runs each property is held against, and of how many steps each is. */
export const RUNS = 2_000
export const STEPS = 50
/** The same runs every time; GUIDON_SEED draws others. */
export const SEED = Number(process.env.GUIDON_SEED ?? 20_260_501)
