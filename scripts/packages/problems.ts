/** As CycloneDX lists them. */
export interface Component {
  'bom-ref': string
  licenses?: ({ license: { id?: string; name?: string } } | { expression: string })[]
}

/** As package-lock.json lists them, by folder. */
export type LockedPackages = Record<string, { hasInstallScript?: boolean }>

/** SPDX names. These licences demand nothing from code that uses the package unchanged. */
const allowedLicences = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  // This licence demands that changed files are published. noVNC is used unchanged.
  'MPL-2.0',
  'Unlicense',
])

/** @returns a line for each package whose licence is missing or not allowed */
export function licenceProblems(components: readonly Component[]): string[] {
  return components.flatMap(({ 'bom-ref': name, licenses = [] }) => {
    const found = licenses.map(entry =>
      'expression' in entry ? entry.expression : (entry.license.id ?? entry.license.name ?? ''),
    )
    if (found.length > 0 && found.every(licence => allowedLicences.has(licence))) return []
    const what = found.length > 0 ? `the licence ${found.join(', ')}` : 'no licence'
    return [
      `${name} has ${what}. Read it: replace the package, or allow the licence in scripts/packages/problems.ts.`,
    ]
  })
}

/** @returns a line for each install script that is not named, and for each name without one */
export function scriptProblems(
  packages: LockedPackages,
  allowScripts: Record<string, boolean>,
): string[] {
  const scripted = new Set(
    Object.entries(packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([folder]) =>
        folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length),
      ),
  )
  const named = Object.keys(allowScripts)
  return [
    ...[...scripted]
      .filter(name => !named.includes(name))
      .map(
        name =>
          `${name} has an install script. Read it, then name the package in allowScripts of package.json: true runs it, false does not.`,
      ),
    ...named
      .filter(name => !scripted.has(name))
      .map(name => `${name} has no install script: take it out of allowScripts in package.json.`),
  ]
}
