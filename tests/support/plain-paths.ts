import type { Path } from '../../src/domain/path.ts'
import { pageNames, rulesOf } from '../../src/machines/navigation/pages.ts'

/** The paths of all pages without parameters, but those of the sign-in and the sign-out. A new page is among them. */
export const plainPaths: readonly Path[] = pageNames
  .map(name => rulesOf(name).path)
  .filter(path => path !== undefined)
  .filter(path => !path.startsWith('/auth/') && !path.includes('{'))
