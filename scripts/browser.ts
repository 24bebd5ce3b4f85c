// Finds a Chromium for the browser tests. It looks for an installed one, then for Playwright's, then for
// Debian's package.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The path of a program by its name, or undefined if it is not installed. */
export function findProgram(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map(folder => join(folder, name)).find(isExecutable)
}

/** The path of a Chromium on this host, or undefined. `GUIDON_BROWSER` names one. */
export function findBrowser(): string | undefined {
  const named = process.env.GUIDON_BROWSER
  if (named) return isExecutable(named) ? named : undefined
  const installed = names.map(findProgram).find(Boolean)
  if (installed) return installed
  const own = chromium.executablePath()
  return existsSync(own) ? own : undefined
}

/**
 * The Chromium for tests that nobody watches. Chromium's headless shell renders in the same way, but has no windows. So
 * a test takes a third less processor time.
 */
export function findHeadlessBrowser(): string | undefined {
  return process.env.GUIDON_BROWSER
    ? findBrowser()
    : (findProgram('chromium-headless-shell') ?? findBrowser())
}

/** The path of an unchanged Firefox, or undefined. `GUIDON_FIREFOX` names one. */
export function findFirefox(): string | undefined {
  const named = process.env.GUIDON_FIREFOX
  if (named) return isExecutable(named) ? named : undefined
  return ['firefox-esr', 'firefox'].map(findProgram).find(Boolean)
}

/** Starts the Chromium of this host. As root it has no sandbox. */
export function openBrowser(args: readonly string[] = []): Promise<Browser> {
  const executablePath = findBrowser()
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: [...args, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  })
}

function attempt(command: string, args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'inherit', timeout: 300_000 }).status === 0
}

if (import.meta.main && !findBrowser()) {
  console.log('Installing a browser for the tests …')
  attempt(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium'])
  if (!findBrowser() && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    attempt('apt-get', ['update', '-qq'])
    attempt('apt-get', ['install', '-y', '-qq', 'chromium'])
  }
  if (!findBrowser()) {
    console.log('No browser could be installed; the browser tests will be skipped.')
  }
}
