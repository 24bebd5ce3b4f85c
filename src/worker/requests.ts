import { pageOf } from '../machines/navigation/pages.ts'
import type { Route } from './scope.ts'

const FILES = '/assets/'

const isOwn = ({ method, url }: Request) =>
  method === 'GET' && new URL(url).origin === location.origin

/** Whether a navigation opens a page of the app. The server answers all others. */
export const asksForPage = (request: Request) =>
  isOwn(request) &&
  request.mode === 'navigate' &&
  pageOf(new URL(request.url).pathname).name !== 'notFound'

/** Whether a page asks for a file of a build. */
export const asksForFile = (request: Request) =>
  isOwn(request) &&
  request.mode !== 'navigate' &&
  isFile(new URL(request.url).pathname) &&
  !request.headers.has('authorization')

export const isFile = (path: string) => path.startsWith(FILES)

/** The browser need start the worker only for navigations. */
export const routes: readonly Route[] = [
  { condition: { urlPattern: { pathname: `${FILES}*` } }, source: 'cache' },
  {
    condition: {
      or: [{ requestMode: 'cors' }, { requestMode: 'no-cors' }, { requestMode: 'same-origin' }],
    },
    source: 'network',
  },
]
