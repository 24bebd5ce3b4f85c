/** An answer that the page asked for before its code was loaded. */
export interface EarlyAnswer {
  readonly token: string
  /** The device's clock, milliseconds since the epoch. */
  readonly sentAt: number
  readonly response: Promise<Response>
}

declare global {
  /** By address. `ask-for-data.ts` makes them, and the client takes them. */
  var earlyAnswers: Map<string, EarlyAnswer> | undefined
}

/** In milliseconds. An older answer may lack what the user did since. */
export const MAX_AGE = 15_000

/** The early answer of a GET, once; undefined if there is none for this token. */
export function takeEarly(url: string, token: string, now: number): EarlyAnswer | undefined {
  const answer = globalThis.earlyAnswers?.get(url)
  globalThis.earlyAnswers?.delete(url)
  const isGood = answer?.token === token && now - answer.sentAt < MAX_AGE
  return isGood ? answer : undefined
}
