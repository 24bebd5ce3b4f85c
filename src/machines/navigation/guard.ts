import type { Facts } from '../../domain/facts.ts'
import type { Path } from '../../domain/path.ts'
import { type Page, type PageRules, pageOf, pages, rulesOf } from './pages.ts'

/** A path leads to a page or to another path. `undecided`: more must be known first. */
type Destination =
  | { readonly kind: 'show'; readonly page: Page }
  | { readonly kind: 'redirect'; readonly to: Path }
  | { readonly kind: 'undecided' }

/** Null while it is not known. A page that does not say who may open it is closed. */
export function mayOpen({ access = () => false }: PageRules, facts: Facts): boolean | null {
  return typeof access === 'function' ? access(facts) : access === 'always'
}

/**
 * The navigation guard for a signed-in user. The session machine sends users who are not signed in to the sign-in.
 * `returnTo` is the path that the user asked for before the sign-in.
 */
export function decide(path: string, facts: Facts, returnTo: Path): Destination {
  const page = pageOf(path)
  const rules = rulesOf(page.name)
  if (rules.access === 'signIn') return { kind: 'redirect', to: returnTo }
  const isOpen = facts.isReady || rules.access === 'always' ? mayOpen(rules, facts) : null
  if (isOpen === null) return { kind: 'undecided' }
  return isOpen ? { kind: 'show', page } : { kind: 'redirect', to: pages.home.path }
}
