import { tabStorage } from '../../browser/storage.ts'
import { sometimes } from './paths.ts'

/** In session storage: which of the paths of `sometimes` the tab's last page has read, one a line. */
const KEY = 'early'

/** A tab that knows nothing yet may be one of an event with teams, whose pages wait for the team. */
const unknown = '/v1/user/team'

export const readRemembered = () => (tabStorage.getItem(KEY) ?? unknown).split('\n')

const read = new Set<string>()

/** Keeps in mind that this page has read a path. */
export function remember(path: string) {
  if (read.has(path) || !sometimes.includes(path)) return
  read.add(path)
  tabStorage.setItem(KEY, [...read].join('\n'))
}
