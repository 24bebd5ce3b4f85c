/** An answer that the page has asked for before its code came. */
export interface EarlyAnswer {
  readonly token: string
  /** The device's clock, milliseconds since the epoch. */
  readonly sentAt: number
  readonly response: Promise<Response>
}

declare global {
  /** By address. Made by the script in the page's head (`ask.ts`), taken by the client. */
  var earlyAnswers: Map<string, EarlyAnswer> | undefined
}

/** An older answer may have been overtaken by what the user did since, in milliseconds. */
export const LONGEST_WAIT = 15_000

/** The early answer of a GET, once; undefined where there is none for this token. */
export function takeEarly(url: string, token: string, now: number): EarlyAnswer | undefined {
  const answer = globalThis.earlyAnswers?.get(url)
  globalThis.earlyAnswers?.delete(url)
  const isGood = answer?.token === token && now - answer.sentAt < LONGEST_WAIT
  return isGood ? answer : undefined
}
