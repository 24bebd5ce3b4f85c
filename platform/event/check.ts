import { shortPath } from './find.ts'
import { loadEvent } from './load.ts'
import {
  type ChallengeDefinition,
  type EnvironmentDefinition,
  EventError,
  formatProblem,
  type Problem,
} from './model.ts'

export interface CheckResult {
  /** Whether the event can run with all of its challenges. */
  ok: boolean
  /** For people: the table and what is wrong. */
  text: string
}

/** Loads an event, and reports what participants will see and what is wrong. */
export async function checkEvent(folder: string, now: Date): Promise<CheckResult> {
  try {
    const { event, warnings, hidden } = await loadEvent(folder, { firstStart: now })
    const names = new Map(event.categories.map(({ slug, name }) => [slug, name]))
    const rows = event.challenges.map(challenge => [
      names.get(challenge.categorySlug) ?? '',
      ...describe(challenge, event.folder),
    ])
    for (const { name, category } of hidden) rows.push([category, name, '', '', '', '', 'hidden'])
    const time = (date: Date) => date.toISOString().replace(/:\d\d\.\d+Z$/, 'Z')
    return {
      ok: warnings.every(({ severity }) => severity === 'warning'),
      text: [
        `${event.name}: ${time(event.start)} to ${time(event.end)}, post play to ${time(event.postPlayEnd)}`,
        `flags ${event.flagPrefix}{…}, ${event.teamMode ? `teams of ${event.teamSize ?? 'any size'}` : 'no teams'}, score groups ${event.scoreGroups.map(({ name }) => name).join(', ')}`,
        '',
        ...table(['Category', 'Challenge', 'Points', 'Flags', 'Files', 'Environment', ''], rows),
        ...report(warnings),
      ].join('\n'),
    }
  } catch (error) {
    if (!(error instanceof EventError)) throw error
    return { ok: false, text: report(error.problems).join('\n').trimStart() }
  }
}

function describe(challenge: ChallengeDefinition, root: string): string[] {
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
  return `build ${shortPath(root, environment.folder)}`
}

function table(head: string[], rows: string[][]): string[] {
  const widths = head.map((title, at) =>
    Math.max(title.length, ...rows.map(row => (row[at] ?? '').length)),
  )
  const line = (row: string[]) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd()
  return [
    line(head),
    widths
      .map(width => '─'.repeat(width))
      .join('  ')
      .trimEnd(),
    ...rows.map(line),
  ]
}

function report(problems: Problem[]): string[] {
  const titles = { error: 'Errors', 'left out': 'Left out', warning: 'Warnings' } as const
  return (['error', 'left out', 'warning'] as const).flatMap(severity => {
    const lines = problems.filter(problem => problem.severity === severity).map(formatProblem)
    return lines.length > 0 ? ['', `${titles[severity]} (${lines.length})`, ...lines] : []
  })
}
