// Loaded before the script and before each of its platforms, so that pictures are the same at any time. The clock
// always begins at the same moment, and takes more than half an hour for a second. The order of events stays the same.
// The moment is in the future: a browser drops cookies that have expired by its own clock.
const FIRST = Date.UTC(2030, 5, 5, 12, 0, 30)
const SLOWER = 2_000
const begun = performance.now()

/** The time of every page. */
export const firstMoment = new Date(FIRST)

const now = () => FIRST + Math.floor((performance.now() - begun) / SLOWER)

globalThis.Date = new Proxy(Date, {
  construct: (target, args, made) =>
    Reflect.construct(target, args.length > 0 ? args : [now()], made),
  apply: target => new target(now()).toString(),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
})
