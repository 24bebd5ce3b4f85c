/** As package-lock.json lists them, by folder. */
export type Locked = Record<
  string,
  {
    dependencies?: Record<string, string>
    peerDependencies?: Record<string, string>
    peerDependenciesMeta?: Record<string, { optional?: boolean }>
  }
>

/**
 * The folders of these packages and of what they need, as the lock file has them. Optional dependencies are
 * left out: they are code for other systems, and native code that its package does without.
 *
 * @throws Error naming what is missing
 */
export function neededFolders(names: readonly string[], locked: Locked): string[] {
  const found = new Set<string>()
  const add = (name: string, from: string) => {
    const folder = folderOf(name, from, locked)
    if (found.has(folder)) return
    found.add(folder)
    const {
      dependencies = {},
      peerDependencies = {},
      peerDependenciesMeta = {},
    } = locked[folder] ?? {}
    const peers = Object.keys(peerDependencies).filter(
      peer => !peerDependenciesMeta[peer]?.optional,
    )
    for (const needed of [...Object.keys(dependencies), ...peers]) add(needed, folder)
  }
  for (const name of names) add(name, '')
  return [...found].sort()
}

/** The folder in which Node finds a package when code in `from` imports it: in the nearest `node_modules`. */
function folderOf(name: string, from: string, locked: Locked): string {
  const folder = `${from ? `${from}/` : ''}node_modules/${name}`
  if (locked[folder]) return folder
  if (!from) throw new Error(`package-lock.json has no ${name}`)
  const parent = from.lastIndexOf('/node_modules/')
  return folderOf(name, parent < 0 ? '' : from.slice(0, parent), locked)
}
