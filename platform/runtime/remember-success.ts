/**
 * Makes a function that tries out programs of the `PATH`. It does not repeat a success: each try starts many processes.
 *
 * @param works whether this is the outcome to keep
 */
export function rememberSuccess<T>(
  tryOut: () => Promise<T>,
  works: (outcome: T) => boolean,
): () => Promise<T> {
  let known: { path: string | undefined; outcome: T } | null = null
  return async () => {
    const path = process.env.PATH
    if (known && known.path === path) return known.outcome
    const outcome = await tryOut()
    if (works(outcome)) known = { path, outcome }
    return outcome
  }
}
