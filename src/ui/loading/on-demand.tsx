import { type ComponentType, lazy, useState } from 'react'

/** Views to load again: React never retries a failed load itself. */
const failed = new Set<() => void>()

/** Makes every view whose code failed to load try again the next time it is shown. */
export function forgetFailedParts() {
  for (const renew of failed) renew()
  failed.clear()
}

/**
 * A view whose code comes on demand; show it inside a `PartBoundary`. Where it has come already, the view
 * is there at once and without Suspense: React holds back for 300 ms what it has shown a fallback for.
 */
export function onDemand<P extends object>(load: () => Promise<ComponentType<P>>) {
  let loaded: ComponentType<P> | undefined
  const renew = () => {
    late = lazy(preload)
  }
  const preload = async () => {
    try {
      loaded ??= await load()
    } catch (error) {
      failed.add(renew)
      throw error
    }
    return { default: loaded }
  }
  let late = lazy(preload)
  function OnDemand(props: P) {
    const [Shown] = useState(() => loaded ?? late)
    return <Shown {...props} />
  }
  return Object.assign(OnDemand, { preload })
}
