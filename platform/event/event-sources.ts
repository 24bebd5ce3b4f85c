import { lstat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { commandNames } from '../command-names.ts'
import { isChallenge } from './challenge-file.ts'
import { defaultEventText } from './event-file.ts'
import { findCandidates, shortPath } from './find-candidates.ts'
import { EventError, type Problem } from './model.ts'
import { fromRcds } from './other-formats/rcds.ts'
import { isRecord } from './yaml-data.ts'
import { parseSource, readSource, type Source } from './yaml-source.ts'

export interface ChallengeSource {
  source: Source
  /** Absolute. */
  folder: string
  /** Relative to the event's folder: what stays the same while a challenge is edited. */
  place: string
}

export const eventError = (file: string, message: string) =>
  new EventError([{ severity: 'error', file, line: null, field: '', message }])

/** One source for each challenge; files that only look like one are skipped with a warning. */
export async function challengeSources(
  root: string,
  problems: Problem[],
): Promise<ChallengeSource[]> {
  const sources: ChallengeSource[] = []
  const folders = new Set<string>()
  const warn = (file: string, message: string) =>
    void problems.push({ severity: 'warning', file, line: null, field: '', message })
  const { candidates, links, others, misnamed, unreadable } = await findCandidates(root)
  for (const folder of unreadable)
    warn(shortPath(root, folder) || '.', 'cannot be read; it is skipped')
  for (const other of others) warn(shortPath(root, other), 'is not a file; it is skipped')
  for (const file of misnamed)
    warn(shortPath(root, file), 'is not read: the file of a challenge is called challenge.yml')
  for (const link of links)
    warn(shortPath(root, link), 'is a link; it is skipped, so copy what it leads to')
  for (const { folder, files, isNamed } of candidates) {
    const read = await Promise.all(
      files.map(async file => fromRcds(await readSource(file, shortPath(root, file)), folder)),
    )
    const [first] = read
    const isInside = foldersAround(folder).some(one => folders.has(one))
    const source = read.find(
      ({ data, errors }) => isChallenge(data) || (errors.length > 0 && !isInside),
    )
    const place = (isNamed ? first?.file : shortPath(root, folder)) || '.'
    const kctf = read.find(({ data }) => isOfKctf(data))
    const taken = source ?? (kctf || isInside ? undefined : first)
    if (taken) {
      sources.push({ source: taken, folder, place })
      folders.add(folder)
    } else if (kctf)
      warn(kctf.file, "is kCTF's and has no text and no flag; write a challenge.yml beside it")
    else if (first) warn(first.file, 'is not a ctfcli challenge; it is skipped')
  }
  return sources
}

function foldersAround(folder: string): string[] {
  const parent = dirname(folder)
  return parent === folder ? [] : [parent, ...foldersAround(parent)]
}

const isOfKctf = (data: unknown) =>
  isRecord(data) && /^kctf\.dev\//.test(String(data.apiVersion ?? ''))

/**
 * `event.yaml`, or defaults for a folder that has challenges but no such file.
 *
 * @param wasThere whether the event ran with this file before
 * @throws EventError if it is missing, but was there: an editor or git may be about to write it
 */
export async function eventSource(
  root: string,
  sources: ChallengeSource[],
  problems: Problem[],
  wasThere: boolean,
): Promise<{ source: Source; isThere: boolean }> {
  for (const file of ['event.yaml', 'event.yml']) {
    // One that is there and cannot be read is a mistake. Defaults would open the event to all.
    const isMissing = await lstat(join(root, file)).then(
      () => false,
      ({ code }) => code === 'ENOENT',
    )
    if (!isMissing) return { source: await readSource(join(root, file), file), isThere: true }
  }
  if (wasThere)
    throw eventError(
      'event.yaml',
      `is missing in ${root}, but the event ran with it: put it back, or take another --data for an event without it`,
    )
  if (sources.length === 0)
    throw eventError(
      'event.yaml',
      `is missing in ${root}; '${commandNames.event} new FOLDER' writes one`,
    )
  const message = 'is missing; the event runs for two days from its first start, open to all'
  problems.push({ severity: 'warning', file: 'event.yaml', line: null, field: '', message })
  const text = defaultEventText(root, commonPrefix(sources))
  return { source: parseSource(text, 'event.yaml'), isThere: false }
}

/** What most flags begin with. */
function commonPrefix(sources: ChallengeSource[]): string {
  const counts = new Map<string, number>()
  for (const { source } of sources) {
    const first = ['flags', 0] as const
    const text =
      source.textAt(first) ?? source.textAt([...first, 'content']) ?? source.textAt(['flag'])
    const prefix = /^([A-Za-z0-9_-]+)\\?\{/.exec(text ?? '')?.[1]
    if (prefix) counts.set(prefix, (counts.get(prefix) ?? 0) + 1)
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 'FLAG'
}
