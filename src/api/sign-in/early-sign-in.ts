/** A sign-in that the script in the page's head (`early/sign-in.ts`) has begun. */
export interface EarlySignIn {
  readonly returnTo: string
  /** False: the page does not leave for the provider. It never rejects. */
  readonly isLeaving: Promise<boolean>
}

declare global {
  var earlySignIn: EarlySignIn | undefined
}

/** Whether the page is leaving for the provider already, to return to this path. True once. */
export async function takeEarlySignIn(returnTo: string): Promise<boolean> {
  const early = globalThis.earlySignIn
  globalThis.earlySignIn = undefined
  return early?.returnTo === returnTo && early.isLeaving
}
