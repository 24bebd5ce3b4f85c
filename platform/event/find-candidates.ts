import type { Dirent } from 'node:fs'
import { readdir, realpath } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'

/** In the order of preference, if a folder has several. */
const names = ['challenge.yml', 'ctfcli.yaml', 'ctfcli.yml', 'challenge.yaml']

/** What people and other tools call such a file, and what Windows makes of its name. */
const misnamed = /^(chall(enges?)?\.(ya?ml|json|toml)|challenge\.ya?ml\.txt|problem\.md)$/i

const ownFile = /^.+\.challenge\.ya?ml$/

/** Deeper folders belong to a challenge's source. */
const maxDepth = 6
/** A link may lead to a challenge, a category, or all challenges of another folder. */
const maxLinkDepth = 2

/** A folder with files that may be a challenge's. */
export interface Candidate {
  /** The path of the folder, absolute. */
  folder: string
  /** Absolute, the best name first. */
  files: string[]
  /** Whether the file is `NAME.challenge.yml`: a folder may have several. */
  isNamed?: boolean
}

interface FoundFiles {
  candidates: Candidate[]
  links: string[]
  others: string[]
  misnamed: string[]
  unreadable: string[]
}

/**
 * Every folder below `root`, and `root` itself, with a file that is named like a challenge's; sorted by
 * path. Skips `node_modules` and dotted folders. Does not follow links: `links` has those that may lead to a challenge
 * outside of `root`. `others` are named like a challenge's file, and are none. `misnamed` may be meant as one, where
 * there is no other.
 */
export async function findCandidates(root: string): Promise<FoundFiles> {
  const found: Candidate[] = []
  const links: string[] = []
  const others: string[] = []
  const meant: string[] = []
  const unreadable: string[] = []
  const visit = async (folder: string, depth: number, isWithin = false): Promise<void> => {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => null)
    if (!entries) return void unreadable.push(folder)
    const files = names.filter(name => entries.some(entry => entry.isFile() && entry.name === name))
    if (files.length > 0) found.push({ folder, files: files.map(name => join(folder, name)) })
    for (const entry of entries)
      if (entry.isFile() && ownFile.test(entry.name))
        found.push({ folder, files: [join(folder, entry.name)], isNamed: true })
    const isOfChallenge = isWithin || found.at(-1)?.folder === folder
    for (const entry of entries) {
      const path = join(folder, entry.name)
      if (!isOfChallenge && entry.isFile() && misnamed.test(entry.name)) meant.push(path)
      if (isOwnName(entry.name) && !entry.isFile() && !entry.isSymbolicLink()) others.push(path)
      if (entry.isSymbolicLink() && (await mayLeadToChallengeOutside(root, path))) links.push(path)
    }
    if (depth === maxDepth) return
    for (const entry of entries)
      if (isSearched(entry)) await visit(join(folder, entry.name), depth + 1, isOfChallenge)
  }
  await visit(root, 0)
  return { candidates: found.sort(byPath), links, others, misnamed: meant, unreadable }
}

const isOwnName = (name: string) => names.includes(name) || ownFile.test(name)

/** A challenge within `root` is found by its own path. */
async function mayLeadToChallengeOutside(root: string, link: string): Promise<boolean> {
  const [folder, target] = await Promise.all([realpath(root), realpath(link).catch(() => '')])
  if (`${target}${sep}`.startsWith(`${folder}${sep}`)) return false
  return isOwnName(basename(link)) || hasChallenge(link, maxLinkDepth)
}

async function hasChallenge(folder: string, depth: number): Promise<boolean> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  if (entries.some(({ name }) => isOwnName(name))) return true
  if (depth === 0) return false
  for (const entry of entries)
    if (isSearched(entry) && (await hasChallenge(join(folder, entry.name), depth - 1))) return true
  return false
}

const isSearched = (entry: Dirent) =>
  entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules'

const byPath = (a: Candidate, b: Candidate) => {
  const [one = '', other = ''] =
    a.folder === b.folder ? [a.files[0], b.files[0]] : [a.folder, b.folder]
  return one < other ? -1 : 1
}

/** The path as problems name it: relative to the event, with `/`. */
export const shortPath = (root: string, path: string) => relative(root, path).split(sep).join('/')
