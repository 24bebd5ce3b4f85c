import type { ScreenNumber } from './layout.ts'

/** The id of the desktop in its url; empty if there is none. */
export const desktopIn = (url: string): string => new URL(url).searchParams.get('desktop') ?? ''

/** The screen that a desktop's url shows. */
export const screenNumberIn = (url: string): ScreenNumber =>
  new URL(url).searchParams.get('screen') === '2' ? 2 : 1

/** The address of the second screen of the desktop that a url shows. It has no ticket. */
export function secondScreenOf(url: string): string {
  const second = new URL(url)
  second.searchParams.set('screen', '2')
  second.hash = ''
  return second.href
}
