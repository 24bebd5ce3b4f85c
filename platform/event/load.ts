import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { joinRequirements, leaveOutUnmet } from './access/requirements.ts'
import { categoriesOf, giveSlugs, inOrder } from './arrange.ts'
import { readChallenge } from './challenge-file.ts'
import { readLogo } from './details/logo.ts'
import { builtInDefaults, readEventFile } from './event-file.ts'
import { challengeSources, eventError, eventSource } from './event-sources.ts'
import { type EventDefinition, EventError, type Problem, type RowName } from './model.ts'
import { createReport, fromTop } from './problems.ts'
import { type ChallengeFile, idOf, warnOfSharedIds } from './record/identify.ts'
import { keepChallenges, keepFlagIds, nameInRows } from './record/keep-challenges.ts'
import { keepSettings } from './record/keep-settings.ts'
import type { EventRecord } from './record/record.ts'

export interface LoadedEvent {
  event: EventDefinition
  /** What was left out, kept as it was, or has no effect; the event runs without it. */
  warnings: Problem[]
  /** Challenges with `state: hidden`, which participants do not see until an organiser releases them. */
  hidden: { name: string; category: string }[]
  /** Where each challenge of the event was read. Those that were kept as they were are not here. */
  files: { rowName: RowName; id: string | null; place: string; category: string }[]
  /** Whether it has an `event.yaml`. */
  hasEventFile: boolean
}

export interface LoadOptions {
  /** What `first start` means in `event.yaml`. */
  firstStart: Date
  /** What a platform knows from before; absent: the files alone count. */
  record?: EventRecord
}

/**
 * Loads an event from its folder: `event.yaml`, and every challenge below it in ctfcli's format. A
 * folder of challenges without `event.yaml` is an event too, with defaults and a warning.
 *
 * @throws EventError if the path is not a folder, or `event.yaml` has mistakes. The error then lists the
 *   mistakes of the challenges, too. Otherwise a challenge with mistakes is left out with a warning, or
 *   stays as the record has it.
 */
export async function loadEvent(folder: string, options: LoadOptions): Promise<LoadedEvent> {
  const root = resolve(folder)
  const { record } = options
  const problems: Problem[] = []
  if (!(await stat(root).catch(() => null))?.isDirectory())
    throw eventError(root, 'is not a folder; give one with an event.yaml')
  const sources = await challengeSources(root, problems)
  const hadEventFile = record?.settings?.hasEventFile ?? false
  const { source: file, isThere } = await eventSource(root, sources, problems, hadEventFile)
  const read = readEventFile(file, root, options.firstStart, problems)
  const defaults = read?.challengeDefaults ?? builtInDefaults()
  const files: ChallengeFile[] = []
  for (const { source, folder, place } of sources) {
    const one = await readChallenge(source, folder, defaults, problems)
    files.push({ source, place, read: one })
  }
  warnOfSharedIds(files, problems)
  const logo = read?.logo ? await readLogo(root, read.logo) : null
  if (typeof logo === 'string') createReport(file, problems).add('error', ['logo'], logo)
  if (!read || typeof logo === 'string') throw new EventError(fromTop(problems))
  const settings = record ? keepSettings(read, record, problems) : read
  const known = record?.challenges ?? []
  keepFlagIds(files, known)
  leaveOutUnmet(files, known, settings.withdrawn, problems)
  const { kept } = keepChallenges(files, known, settings.withdrawn, problems)
  const complete = nameInRows(giveSlugs(kept, problems), known)
  joinRequirements(complete, problems)
  const categories = categoriesOf(complete, settings, problems)
  const challenges = inOrder(
    complete.map(({ challenge }) => challenge),
    categories,
  )
  const fileOf = new Map(files.map(one => [one.source, one]))
  return {
    event: { folder: root, ...settings.event, logo, categories, challenges },
    warnings: fromTop(problems),
    hasEventFile: isThere,
    hidden: files.flatMap(({ read: one }) =>
      one.kind === 'draft'
        ? [{ name: one.name, category: one.category }]
        : one.kind === 'complete' && one.challenge.isHidden
          ? [{ name: one.challenge.name, category: one.category }]
          : [],
    ),
    files: complete.flatMap(({ source, category, challenge: { rowName } }) => {
      const file = fileOf.get(source)
      return file ? [{ rowName, category, id: idOf(file), place: file.place }] : []
    }),
  }
}
