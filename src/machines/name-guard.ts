/** Names a guard, so charts can show it. */
export const nameGuard = <G extends object>(name: string, guard: G): G =>
  Object.defineProperty(guard, 'name', { value: name })
