import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'yaml'

export const start = new Date('2026-06-01T10:00:00Z')
export const end = new Date('2026-06-02T10:00:00Z')
export const postPlayEnd = new Date('2026-06-03T10:00:00Z')
export const before = new Date(start.getTime() - 3_600_000)
export const during = new Date(start.getTime() + 3_600_000)
export const postPlay = new Date(end.getTime() + 3_600_000)
export const over = new Date(postPlayEnd.getTime() + 3_600_000)

/**
 * An event of our own in a new folder: a static, a dynamic, a three-flag and a bound challenge.
 *
 * @param more challenges beside them
 */
export async function writeEvent(
  settings: Record<string, unknown> = {},
  more: readonly ChallengeFile[] = [],
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'guidon-event-'))
  const event = {
    name: 'Test event',
    start: start.toISOString(),
    end: end.toISOString(),
    postPlayEnd: postPlayEnd.toISOString(),
    flagPrefix: 'TEST',
    teamMode: true,
    scoreGroups: [{ name: 'Open' }, { name: 'Closed', password: 'sesame' }],
    accounts: [{ username: 'alice', password: 'demo' }],
    ...(settings.teamMode !== false && { teamSize: 4 }),
    ...settings,
  }
  await writeFile(join(folder, 'event.yaml'), stringify(event))
  for (const { category, name, ...rest } of [...challenges, ...more]) {
    const path = join(folder, category.toLowerCase(), name.toLowerCase())
    await mkdir(path, { recursive: true })
    await writeFile(join(path, 'notes.txt'), `notes on ${name}\n`)
    await writeFile(join(path, 'challenge.yml'), stringify({ name, category, ...rest }))
  }
  return folder
}

interface ChallengeFile extends Record<string, unknown> {
  name: string
  category: string
}

/** One with two hints, and two that are locked: by one challenge, and by the locked one. */
export const lockedChallenges: readonly ChallengeFile[] = [
  {
    name: 'Hinted',
    category: 'More',
    description: 'Look.',
    value: 100,
    flags: ['TEST{hinted}'],
    tags: ['easy', 'warm'],
    hints: ['Free.', { id: 'dear', content: 'Dear.', cost: 30 }],
  },
  {
    name: 'Locked',
    category: 'More',
    description: 'Open.',
    value: 200,
    flags: ['TEST{locked}'],
    requirements: ['Hinted'],
    hints: [{ content: 'Late.', cost: 10 }],
    environment: { command: 'node x', ports: [7000] },
  },
  {
    name: 'Inner',
    category: 'More',
    description: 'Open.',
    value: 300,
    flags: ['TEST{inner}'],
    requirements: { prerequisites: ['Locked', 'Plain'] },
  },
]

const common = { author: 'us', description: 'Look closely.', version: '0.1', state: 'visible' }
const service = [
  'node',
  '-e',
  "require('net').createServer().listen(process.env.PORT, process.env.HOST)",
]
const challenges = [
  {
    ...common,
    name: 'Plain',
    category: 'Misc',
    value: 100,
    flags: ['TEST{plain}'],
    files: ['notes.txt'],
  },
  {
    ...common,
    name: 'Sinking',
    category: 'Misc',
    type: 'dynamic',
    extra: { initial: 500, decay: 10, minimum: 100, function: 'linear' },
    flags: ['TEST{sinking}'],
  },
  {
    ...common,
    name: 'Triple',
    category: 'Misc',
    value: 100,
    logic: 'all',
    flags: ['TEST{one}', 'TEST{two}', 'TEST{three}'],
  },
  ...['Bound', 'Second', 'Third', 'Fourth'].map(name => ({
    ...common,
    name,
    category: 'Net',
    value: 50,
    flags: [{ type: 'bound', id: `flag-of-${name.toLowerCase()}` }],
    environment: { command: service, ports: [7000] },
  })),
]
