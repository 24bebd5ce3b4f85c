import { browserStorage } from '../../browser/storage.ts'
import { conditionalPaths } from './conditional-paths.ts'

/** In local storage, for new tabs: those of `conditionalPaths` that the last page read, one a line. */
const KEY = 'guidon.early'

/**
 * In a new browser, it is a guess: the event may have teams, and then pages wait for the team.
 *
 * @param hasDetails whether the event has details, which all pages wait for, too
 */
export const readRemembered = (hasDetails: boolean) =>
  (browserStorage.getItem(KEY) ?? `/v1/user/team${hasDetails ? '\n/v1/event' : ''}`).split('\n')

const read = new Set<string>()

/** Remembers that this page has read a path. */
export function remember(path: string) {
  if (read.has(path) || !conditionalPaths.includes(path)) return
  read.add(path)
  browserStorage.setItem(KEY, [...read].join('\n'))
}

/** The next account may read less. */
export const forgetRemembered = () => browserStorage.removeItem(KEY)
