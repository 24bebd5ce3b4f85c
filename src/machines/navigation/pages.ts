/** A path of this site, beginning with `/`. */
export type Path = `/${string}`

export type Page =
  | { readonly name: 'home' }
  | { readonly name: 'ownTeam' }
  | { readonly name: 'scoreboard' }
  | { readonly name: 'solvesCalendar' }
  | { readonly name: 'flugzeug' }
  | { readonly name: 'challenge'; readonly category: string; readonly slug: string }
  | { readonly name: 'login' }
  | { readonly name: 'afterLoginRedirect' }
  | { readonly name: 'logout' }
  | { readonly name: 'notFound' }

type PlainPage = Exclude<Page['name'], 'challenge' | 'notFound'>

/** The path of each page (spec §2). */
export const paths: Record<PlainPage, Path> = {
  home: '/',
  ownTeam: '/my-team',
  scoreboard: '/scoreboard',
  solvesCalendar: '/solves-calendar',
  flugzeug: '/flugzeug',
  login: '/auth/login',
  afterLoginRedirect: '/auth/redirect',
  logout: '/auth/logout',
}

export const challengePath = (category: string, slug: string): Path =>
  `/challenge/${encodeURIComponent(category)}/${encodeURIComponent(slug)}`

const pagesByPath = new Map(
  (Object.entries(paths) as [PlainPage, Path][]).map(([name, path]) => [path as string, name]),
)

/** Reads a path, with or without query; a path that nobody knows gives `notFound`. */
export function pageOf(path: string): Page {
  const plain = path.replace(/[?#].*$/, '').replace(/(.)\/+$/, '$1')
  const name = pagesByPath.get(plain)
  if (name) return { name }
  const [, category, slug] = /^\/challenge\/([^/]+)\/([^/]+)$/.exec(plain) ?? []
  if (!category || !slug) return { name: 'notFound' }
  try {
    return {
      name: 'challenge',
      category: decodeURIComponent(category),
      slug: decodeURIComponent(slug),
    }
  } catch {
    return { name: 'notFound' }
  }
}

export const samePage = (a: Page | null, b: Page | null) => JSON.stringify(a) === JSON.stringify(b)
