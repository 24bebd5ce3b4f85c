import type { BrowserContext } from 'playwright'

/**
 * Ends the routes of a context and of its pages. A route that runs when its page is closed throws, and so fails
 * a test that has passed.
 */
export async function endRoutes(context: BrowserContext): Promise<void> {
  const behavior = 'ignoreErrors'
  const routed = [context, ...context.pages()]
  await Promise.all(routed.map(one => one.unrouteAll({ behavior })))
}
