/** Gives a guard that is made for a value the name that charts show. */
export const named = <G extends object>(name: string, guard: G): G =>
  Object.defineProperty(guard, 'name', { value: name })
