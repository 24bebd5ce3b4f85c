import { realpath, stat } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import { readText } from '../../files/read-text.ts'
import { asList, isRecord } from '../yaml-data.ts'
import type { FieldPath, Source } from '../yaml-source.ts'

type Fields = Record<string, unknown>

const maxFlagLength = 10_000
/** What rCDS fills with the address of the service. The app shows it beside the text. */
const placeholder = /\{\{-?\s*(?:link|url|nc|host|port)\b[^}]*\}\}/g

/**
 * A challenge of rCDS as one of ctfcli: its flag (also from a file), the files that it provides, and its container.
 * Any other source stays as it is. What cannot be taken over is a warning of the source.
 */
export async function fromRcds(source: Source, folder: string): Promise<Source> {
  const { data } = source
  if (!isRecord(data) || !isOfRcds(data)) return source
  const { provide, containers, expose, flag, ...rest } = data
  const problems: string[] = []
  const problem = (field: string, what: string) => {
    problems.push(`${field}: ${what}`)
    return []
  }
  const text = isRecord(flag) ? await flagIn(folder, flag.file) : source.textAt(['flag'])
  if (text === null) problem('flag', 'its file cannot be read')
  const flagFile = isRecord(flag) ? resolve(folder, String(flag.file)) : null
  const files = asList(provide).flatMap(entry => filesOf(entry) ?? problem('provide', excluding))
  /** An author who names a folder may forget that the flag is in it. */
  const isSafe = (file: unknown) =>
    typeof file !== 'string' ||
    flagFile === null ||
    !`${flagFile}${sep}`.startsWith(`${resolve(folder, file)}${sep}`)
  if (!files.every(isSafe)) problem('provide', 'has the flag in it; that file is left out')
  const environment = environmentOf(containers, expose)
  if (typeof environment === 'string') problem('containers', environment)
  return {
    ...source,
    data: {
      ...rest,
      ...(text !== null && { flag: text }),
      ...(provide !== undefined && { files: files.filter(isSafe) }),
      ...(typeof environment !== 'string' && environment && { environment }),
    },
    textAt(path: FieldPath) {
      if (path[0] === 'flag') return path.length === 1 ? (text ?? undefined) : undefined
      const found = source.textAt(path)
      return path[0] === 'description' ? found?.replace(placeholder, '').trim() : found
    },
    lineAt: path => source.lineAt(path[0] === 'files' ? ['provide', ...path.slice(1)] : path),
    warnings: [
      ...source.warnings,
      ...problems.map(message => ({ line: source.lineAt([message.split(':')[0] ?? '']), message })),
    ],
  }
}

const isOfRcds = ({ provide, containers, expose, flag }: Fields) =>
  [provide, containers, expose].some(one => one !== undefined) || (isRecord(flag) && 'file' in flag)

/** @returns null if it is not there, too long, or outside of the challenge's folder */
async function flagIn(folder: string, file: unknown): Promise<string | null> {
  if (typeof file !== 'string') return null
  try {
    const [root, path] = [await realpath(folder), await realpath(resolve(folder, file))]
    if (!path.startsWith(root + sep) || (await stat(path)).size > maxFlagLength) return null
    return (await readText(path)).trim()
  } catch {
    return null
  }
}

const excluding =
  'excludes files, which has no effect here, so nothing of it is handed out; name each file'

/**
 * An entry is a path, a path under another name, or an archive of paths. Participants get one archive of all.
 *
 * @returns null if some files are excluded: they may be secret
 */
function filesOf(entry: unknown): unknown[] | null {
  if (!isRecord(entry)) return [entry]
  const spec = isRecord(entry.spec) ? entry.spec : entry
  return asList(spec.exclude).length > 0 ? null : asList(spec.files ?? spec.file)
}

/** @returns what is wrong, as text; null if nothing is exposed */
function environmentOf(containers: unknown, expose: unknown): Fields | string | null {
  if (!isRecord(containers) || !isRecord(expose)) return null
  const [name, ...others] = Object.keys(containers)
  if (name === undefined) return null
  if (others.length > 0) return 'has several, which cannot be joined here; write a compose file'
  const { build, image } = isRecord(containers[name]) ? containers[name] : {}
  const context = isRecord(build) ? (build.context ?? '.') : build
  const ports = asList(expose[name])
    .filter(isRecord)
    .map(one => ({ port: Number(one.target), protocol: 'http' in one ? 'http' : 'tcp' }))
  if (ports.length === 0) return null
  if (image === undefined && context === undefined)
    return `${name} has neither build nor image, so nothing is started`
  return { ...(image === undefined ? { build: String(context) } : { image }), ports }
}
