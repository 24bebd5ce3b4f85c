import { readFile, stat } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { isChallenge, type ReadChallenge, readChallenge } from './challenge-file.ts'
import { defaultEventText, type EventSettings, readEventFile } from './event-file.ts'
import { findCandidates, shortPath } from './find.ts'
import { type EventDefinition, EventError, type Problem } from './model.ts'
import { freeSlug, slugOf } from './slugs.ts'
import { parseSource, readSource, type Source } from './source.ts'

export interface LoadedEvent {
  event: EventDefinition
  /** What was left out or has no effect; the event runs without it. */
  warnings: Problem[]
  /** Challenges with `state: hidden`, which participants do not see. */
  hidden: { name: string; category: string }[]
}

type Shown = Extract<ReadChallenge, { kind: 'shown' }>

/**
 * Loads an event from its folder: `event.yaml`, and every challenge below it in ctfcli's format. A
 * folder of challenges without `event.yaml` is an event too, with defaults and a warning.
 *
 * @param options.firstStart what `first start` means in `event.yaml`
 * @throws EventError when the folder is none, or `event.yaml` has mistakes; a challenge with
 *   mistakes is left out with a warning instead.
 */
export async function loadEvent(
  folder: string,
  options: { firstStart: Date },
): Promise<LoadedEvent> {
  const root = resolve(folder)
  const problems: Problem[] = []
  if (!(await stat(root).catch(() => null))?.isDirectory())
    throw eventError(root, `there is no folder ${root}; give one with an event.yaml`)
  const sources = await challengeSources(root, problems)
  const settings = readEventFile(
    await eventSource(root, sources, problems),
    options.firstStart,
    problems,
  )
  if (!settings) throw new EventError(problems.filter(({ severity }) => severity === 'error'))

  const shown: Shown[] = []
  const hidden: LoadedEvent['hidden'] = []
  for (const { source, folder } of sources) {
    const read = await readChallenge(source, folder, settings.environmentDefaults, problems)
    if (read.kind === 'shown') shown.push(giveSlug(read, shown, source, problems))
    if (read.kind === 'hidden') hidden.push({ name: read.name, category: read.category })
  }
  const categories = categoriesOf(shown, settings, problems)
  const position = new Map(categories.map(({ slug }, at) => [slug, at]))
  const challenges = shown
    .map(({ challenge }) => challenge)
    .sort(
      (a, b) =>
        (position.get(a.categorySlug) ?? 0) - (position.get(b.categorySlug) ?? 0) ||
        a.order - b.order ||
        a.name.localeCompare(b.name, 'en'),
    )
  const event = { folder: root, ...settings.event, categories, challenges }
  return { event, warnings: problems, hidden }
}

const eventError = (file: string, message: string) =>
  new EventError([{ severity: 'error', file, line: null, field: '', message }])

/** One source for each challenge; files that only look like one are skipped with a warning. */
async function challengeSources(root: string, problems: Problem[]) {
  const sources: { source: Source; folder: string }[] = []
  for (const { folder, files } of await findCandidates(root)) {
    const read = await Promise.all(files.map(file => readSource(file, shortPath(root, file))))
    const source = read.find(({ data, errors }) => errors.length > 0 || isChallenge(data))
    const isInside = sources.some(other => folder.startsWith(other.folder + sep))
    const [first] = read
    if (source) sources.push({ source, folder })
    else if (first && isInside)
      problems.push({
        severity: 'warning',
        file: first.file,
        line: null,
        field: '',
        message: 'is no ctfcli challenge; it is skipped',
      })
    else if (first) sources.push({ source: first, folder })
  }
  return sources
}

async function eventSource(
  root: string,
  sources: { source: Source }[],
  problems: Problem[],
): Promise<Source> {
  for (const file of ['event.yaml', 'event.yml']) {
    const text = await readFile(join(root, file), 'utf8').catch(() => null)
    if (text !== null) return parseSource(text, file)
  }
  if (sources.length === 0)
    throw eventError(
      'event.yaml',
      `is missing in ${root}; 'npm run event -- new FOLDER' writes one`,
    )
  const message = 'is missing; the event runs for two days from its first start, open to all'
  problems.push({ severity: 'warning', file: 'event.yaml', line: null, field: '', message })
  return parseSource(defaultEventText(root, commonPrefix(sources)), 'event.yaml')
}

/** What most flags begin with. */
function commonPrefix(sources: { source: Source }[]): string {
  const counts = new Map<string, number>()
  for (const { source } of sources) {
    const text = source.textAt(['flags', 0]) ?? source.textAt(['flags', 0, 'content'])
    const prefix = /^([A-Za-z0-9_-]+)\\?\{/.exec(text ?? '')?.[1]
    if (prefix) counts.set(prefix, (counts.get(prefix) ?? 0) + 1)
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 'FLAG'
}

function giveSlug(read: Shown, before: Shown[], source: Source, problems: Problem[]): Shown {
  const { challenge } = read
  const taken = before
    .filter(other => other.challenge.categorySlug === challenge.categorySlug)
    .map(other => other.challenge.slug)
  const slug = freeSlug(challenge.slug, source.file, new Set(taken))
  if (slug === challenge.slug) return read
  const message = `'${challenge.slug}' is taken by another challenge of its category; this one is '${slug}'`
  const field = read.ownSlug ? 'slug' : 'name'
  problems.push({
    severity: 'warning',
    file: source.file,
    line: source.lineAt([field]),
    field,
    message,
  })
  return { ...read, challenge: { ...challenge, slug } }
}

function categoriesOf(shown: Shown[], settings: EventSettings, problems: Problem[]) {
  const listed = settings.categories.map((category, at) => ({
    ...category,
    order: category.order ?? at + 1,
  }))
  for (const { name } of listed)
    if (!shown.some(({ challenge }) => challenge.categorySlug === slugOf(name)))
      problems.push({
        severity: 'warning',
        file: 'event.yaml',
        line: null,
        field: 'categories',
        message: `'${name}' has no challenge; it is not shown`,
      })
  const last = Math.max(0, ...listed.map(({ order }) => order)) + 1
  const categories = new Map<string, EventDefinition['categories'][number]>()
  for (const { category, challenge } of shown) {
    const slug = challenge.categorySlug
    const given = listed.find(({ name }) => slugOf(name) === slug)
    const named = { name: category, description: '', order: last, ...given }
    if (!categories.has(slug)) categories.set(slug, { slug, ...named })
  }
  return [...categories.values()].sort(
    (a, b) => a.order - b.order || a.name.localeCompare(b.name, 'en'),
  )
}
