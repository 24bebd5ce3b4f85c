import { paramsOf } from '../../domain/challenge.ts'
import { fillPath } from '../../domain/path.ts'
import { type Page, rulesOf } from '../../machines/navigation/pages.ts'
import { type CallPath, conditionalPaths } from './conditional-paths.ts'

/** Every page waits for these. */
const always = ['/v1/metadata', '/v1/user', '/v1/user/stats'] satisfies CallPath[]

/**
 * The paths, with queries, that the first page will read, the most urgent first. `remembered`: those of
 * `conditionalPaths` that the page before it read.
 */
export function earlyPaths(page: Page, remembered: readonly string[]): readonly string[] {
  const [team, ...others] = conditionalPaths.map(path => (remembered.includes(path) ? [path] : []))
  return [...always, ...(team ?? []), ...pathsOf(page), ...others.flat()]
}

/** What only this page reads, the most urgent first. */
export function pathsOf(page: Page): readonly string[] {
  const parameters: Readonly<Record<string, string>> =
    page.name === 'challenge' ? paramsOf(page) : {}
  return (rulesOf(page.name).early ?? []).map(pattern => {
    const inQuery = Object.entries(parameters).filter(([name]) => !pattern.includes(`{${name}}`))
    const query = new URLSearchParams(inQuery)
    return query.size > 0
      ? `${fillPath(pattern, parameters)}?${query}`
      : fillPath(pattern, parameters)
  })
}
