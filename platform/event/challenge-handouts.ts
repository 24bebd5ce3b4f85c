import { readdir, realpath, stat } from 'node:fs/promises'
import { basename, join, relative, resolve, sep } from 'node:path'
import type { ChallengeDefinition } from './model.ts'
import type { Report } from './problems.ts'
import { asList } from './reading.ts'
import type { Path } from './source.ts'

type Files = ChallengeDefinition['files']

/**
 * The files that participants get. A folder stands for all that is in it. What is missing, or lies
 * outside of the challenge's folder, is left out with a warning.
 */
export async function readHandouts(folder: string, value: unknown, report: Report): Promise<Files> {
  const files: Files = []
  const root = await realpath(folder)
  for (const [at, item] of asList(value).entries()) {
    const path: Path = Array.isArray(value) ? ['files', at] : ['files']
    if (typeof item !== 'string') {
      report.warn(path, 'is no path; this file is left out')
      continue
    }
    const target = await realpath(resolve(folder, item)).catch(() => null)
    if (target === null) report.warn(path, `'${item}' does not exist; this file is left out`)
    else if (target !== root && !target.startsWith(root + sep))
      report.warn(path, `'${item}' lies outside of the challenge's folder; this file is left out`)
    else files.push(...(await allFiles(target, basename(item))))
  }
  return withUniqueNames(files, root)
}

async function allFiles(path: string, name: string): Promise<Files> {
  const info = await stat(path)
  if (info.isFile()) return [{ path, name }]
  if (!info.isDirectory()) return []
  const entries = await readdir(path, { withFileTypes: true, recursive: true })
  return entries
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
    .map(file => ({ path: file, name: join(name, relative(path, file)).split(sep).join('/') }))
}

/** Two files of one name keep their folders. */
function withUniqueNames(files: Files, root: string): Files {
  const once = [...new Map(files.map(file => [file.path, file])).values()]
  return once.map(file => {
    const twin = once.some(other => other !== file && other.name === file.name)
    return twin ? { ...file, name: relative(root, file.path).split(sep).join('/') } : file
  })
}
