/**
 * Makes a function that tries out programs of the `PATH`. It does not repeat a success,
 * whatever it is given the next time: each try starts many processes.
 *
 * @param works whether this is the outcome to keep
 */
export function rememberSuccess<T, A extends unknown[]>(
  tryOut: (...given: A) => Promise<T>,
  works: (outcome: T) => boolean,
): (...given: A) => Promise<T> {
  let known: { path: string | undefined; outcome: T } | null = null
  return async (...given) => {
    const path = process.env.PATH
    if (known && known.path === path) return known.outcome
    const outcome = await tryOut(...given)
    if (works(outcome)) known = { path, outcome }
    return outcome
  }
}
