import type { LaunchOptions } from 'playwright'
import { findBrowser } from '../../scripts/browser.ts'

interface Launched {
  readonly browserName: string
  readonly launchOptions: LaunchOptions
}

/** How a browser is launched that, if it is a Chromium, is the whole one instead of its headless shell. */
export function withWholeChromium({ browserName, launchOptions }: Launched): LaunchOptions {
  const executablePath = browserName === 'chromium' ? findBrowser() : undefined
  return { ...launchOptions, ...(executablePath && { executablePath }) }
}
