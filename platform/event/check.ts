import { printable } from '../terminal/printable.ts'
import { tableLines } from '../terminal/table.ts'
import { shortPath } from './find-candidates.ts'
import { loadEvent } from './load.ts'
import {
  type ChallengeDefinition,
  type EnvironmentDefinition,
  EventError,
  formatProblem,
  type Problem,
} from './model.ts'
import { compareWithRunning, type RunningEvent } from './record/running.ts'
import { timeText, warnIfEnded } from './times.ts'

export interface CheckResult {
  /** Whether the event can run with all of its challenges. */
  ok: boolean
  /** For people: the table and what is wrong. */
  text: string
  /** For programs. */
  data: object
}

/**
 * Loads an event, and reports what participants will see and what is wrong.
 *
 * @param running what runs now; then also what a reload would change
 */
export async function checkEvent(
  folder: string,
  now: Date,
  running?: RunningEvent,
): Promise<CheckResult> {
  try {
    const {
      event,
      warnings: read,
      hidden,
      changes,
      kept,
    } = running
      ? await compareWithRunning(folder, running)
      : { ...(await loadEvent(folder, { firstStart: now })), changes: null, kept: null }
    const warnings = [
      ...read,
      ...warnIfEmpty([...event.challenges, ...hidden], read),
      ...warnIfEnded(event, now),
    ]
    const names = new Map(event.categories.map(({ slug, name }) => [slug, name]))
    const shown = event.challenges.filter(({ isHidden }) => !isHidden)
    const rows = shown.map(challenge => {
      const points = kept?.get(challenge)
      const category = names.get(challenge.categorySlug) ?? ''
      if (points === undefined) return [category, ...cellsOf(challenge, event.folder)]
      return [category, challenge.name, points.replace(' to ', ' → '), '', '', '', 'kept as it was']
    })
    for (const { name, category } of hidden) rows.push([category, name, '', '', '', '', 'hidden'])
    const data = {
      name: event.name,
      start: event.start,
      end: event.end,
      postPlayEnd: event.postPlayEnd,
      challenges: shown.map(challenge => {
        const { categorySlug, slug, name, value, environment } = challenge
        const known = { value, hasEnvironment: environment !== null }
        return { categorySlug, slug, name, ...(kept?.has(challenge) ? { isKept: true } : known) }
      }),
      hidden,
      problems: warnings,
      changes,
    }
    return {
      data,
      ok: warnings.every(({ severity }) => severity === 'warning'),
      text: [
        `${event.name}: ${timeText(event.start)} to ${timeText(event.end)}, post play to ${timeText(event.postPlayEnd)}`,
        `flags ${event.flagPrefix}{…}, ${event.teamMode ? `teams of ${event.teamSize ?? 'any size'}` : 'no teams'}, score groups ${event.scoreGroups.map(({ name }) => name).join(', ')}`,
        '',
        ...table(['Category', 'Challenge', 'Points', 'Flags', 'Files', 'Environment', ''], rows),
        ...problemLines(warnings),
        ...changesText(changes),
      ].join('\n'),
    }
  } catch (error) {
    if (!(error instanceof EventError)) throw error
    const { problems } = error
    return { ok: false, data: { problems }, text: problemLines(problems).join('\n').trimStart() }
  }
}

function warnIfEmpty(challenges: readonly unknown[], problems: readonly Problem[]): Problem[] {
  if (challenges.length > 0 || problems.some(({ severity }) => severity === 'left out')) return []
  const message = 'has no challenge below it: each is a folder with a challenge.yml'
  return [{ severity: 'warning', file: 'event.yaml', line: null, field: '', message }]
}

/** The cells of its row, from the second column on. */
function cellsOf(challenge: ChallengeDefinition, root: string): string[] {
  const { name, value, flags, files, environment } = challenge
  const points = value.kind === 'static' ? `${value.points}` : `${value.initial} → ${value.minimum}`
  const kinds = [...new Set(flags.map(({ kind }) => kind))].join(', ')
  const ports = environment?.ports.map(({ port, protocol }) => `${protocol} ${port}`).join(', ')
  const program = environment && programText(root, environment)
  return [
    name,
    points,
    `${flags.length} ${kinds}`,
    files.length > 0 ? `${files.length}` : '–',
    environment ? `${program} (${ports})` : '–',
    '',
  ]
}

function programText(root: string, environment: EnvironmentDefinition): string {
  if (environment.kind === 'process') return environment.command.join(' ')
  if (environment.kind === 'image') return environment.image
  if (environment.kind === 'compose')
    return `compose ${environment.services.map(({ name }) => name).join(', ')}`
  return `build ${shortPath(root, environment.folder)}`
}

const table = (head: string[], rows: string[][]): string[] =>
  tableLines(
    head,
    rows.map(row => row.map(printable)),
  )

function changesText(changes: string[] | null): string[] {
  if (!changes) return []
  if (changes.length === 0) return ['', 'A reload changes nothing.']
  return ['', `A reload changes (${changes.length})`, ...changes]
}

function problemLines(problems: Problem[]): string[] {
  const titles = {
    error: 'Errors',
    kept: 'Kept as it was',
    'left out': 'Left out',
    warning: 'Warnings',
  } as const
  return (['error', 'kept', 'left out', 'warning'] as const).flatMap(severity => {
    const lines = problems.filter(problem => problem.severity === severity).map(formatProblem)
    return lines.length > 0 ? ['', `${titles[severity]} (${lines.length})`, ...lines] : []
  })
}
