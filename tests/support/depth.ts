/**
 * How many times as long generated tests run as in `npm test`: 1 there, more in `npm run test:long`,
 * which is a step of CI of its own.
 */
export const depth = Number(process.env.GUIDON_DEPTH ?? 1)
