/**
 * How many times as long generated tests run as in `npm test`: 1 there, more in `npm run test:long`,
 * which is a separate step of CI.
 */
export const depth = Number(process.env.GUIDON_DEPTH ?? 1)

/** How often a generated test repeats something: `short` in `npm test`, else `usual` times the depth. */
export const repeats = (short: number, usual: number) => (depth === 1 ? short : usual * depth)
