import { tabStorage } from '../../browser/storage.ts'
import { sometimes } from './sometimes.ts'

/** In session storage: the paths of `sometimes` that the tab's last page read, one a line. */
const KEY = 'early'

/** Used in a new tab: the event may have teams, and then pages wait for the team. */
const unknown = '/v1/user/team'

export const readRemembered = () => (tabStorage.getItem(KEY) ?? unknown).split('\n')

const read = new Set<string>()

/** Remembers that this page has read a path. */
export function remember(path: string) {
  if (read.has(path) || !sometimes.includes(path)) return
  read.add(path)
  tabStorage.setItem(KEY, [...read].join('\n'))
}
