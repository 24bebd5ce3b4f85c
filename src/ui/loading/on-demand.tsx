import { type ComponentType, lazy, useState } from 'react'

/** Views to load again. React does not retry a failed load. */
const failed = new Set<() => void>()

/** Makes every view whose code failed to load try again the next time it is shown. */
export function forgetFailedParts() {
  for (const renew of failed) renew()
  failed.clear()
}

/**
 * A view whose code is loaded on demand. Show it inside a `PartBoundary`. If its code is already there, the view
 * renders at once, without Suspense: React delays the content after a fallback by 300 ms.
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
