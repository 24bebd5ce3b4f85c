import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Solve } from '../../../events/demo/solver.ts'
import { flagVariables, matchFlag } from '../../../platform/event/flags.ts'
import { loadEvent } from '../../../platform/event/load.ts'
import { packed } from './handouts/packed.ts'
import { readZip } from './handouts/read-zip.ts'
import { startService } from './service.ts'
import { firstStart, writeFolder } from './write-folder.ts'

const folder = join(import.meta.dirname, '../../../events/demo')
const { event, warnings, hidden } = await loadEvent(folder, { firstStart })
const secret = 'the secret of this test'
const prefix = event.flagPrefix

test('the demo event has nothing to warn of', () => {
  expect({ warnings, hidden }).toEqual({ warnings: [], hidden: [] })
})

test('the demo event is in play from the first start, in teams of four and two score groups', () => {
  expect(event).toMatchObject({
    start: new Date('2026-05-01T09:00:00Z'),
    end: new Date('2026-05-03T10:00:00Z'),
    postPlayEnd: new Date('2026-05-06T10:00:00Z'),
    flagPrefix: 'GUIDON',
    teamMode: true,
    teamSize: 4,
    maxEnvironments: 3,
    scoreGroups: [
      { slug: 'open', password: null },
      { slug: 'students', password: 'demo-students' },
    ],
    accounts: ['alice', 'bob', 'carol'].map(username => ({ username, password: 'demo' })),
  })
})

test('the demo event has a challenge of each kind', () => {
  const has = (is: (one: (typeof event.challenges)[number]) => boolean) => event.challenges.some(is)
  expect({
    categories: event.categories.length >= 4,
    web: has(one => one.environment?.ports[0]?.protocol === 'http'),
    tcp: has(one => one.environment?.ports[0]?.protocol === 'tcp'),
    files: has(one => one.files.length > 0 && one.environment === null),
    threeFlags: has(one => one.flags.length === 3),
    bound: has(one => one.flags.length === 1 && one.flags[0]?.kind === 'bound'),
    table: has(one => /^\|/m.test(one.description) && /^```\w+/m.test(one.description)),
  }).toEqual({
    categories: true,
    web: true,
    tcp: true,
    files: true,
    threeFlags: true,
    bound: true,
    table: true,
  })
})

describe.each(event.challenges)('$name', challenge => {
  test('is solved by the means that its text gives', async () => {
    const solver: { solve: Solve } = await import(join(challenge.folder, 'solve.ts'))
    const unpacked = await writeFolder({})
    for (const [name, data] of readZip(await packed(challenge))) {
      await mkdir(dirname(join(unpacked, name)), { recursive: true })
      await writeFile(join(unpacked, name), data)
    }
    const variables = flagVariables(challenge, { secret, prefix, accountId: 'alice' })
    const endpoints = challenge.environment ? await startService(challenge, variables) : []

    const filesFolder = join(unpacked, challenge.slug)
    const found = await solver.solve({ endpoints, filesFolder, flagPrefix: prefix })
    const submitAs = (accountId: string, text: string) =>
      matchFlag({ challenge, text, prefix, secret, accountId })
    const own = found.map(text => submitAs('alice', text))
    expect(own).toEqual(challenge.flags.map(flag => ({ verdict: 'accepted', flag })))

    const stolen = found.map(text => submitAs('bob', text))
    expect(stolen).toEqual(
      challenge.flags.map(flag =>
        flag.kind === 'bound'
          ? { verdict: 'shared', flag, accountId: 'alice' }
          : { verdict: 'accepted', flag },
      ),
    )
  })

  test('says what it is, how hard, and shows flags in the form of the event', () => {
    expect(challenge.description.length).toBeGreaterThan(100)
    expect(challenge.difficulty).not.toBe('')
    for (const { kind, content } of challenge.flags)
      if (kind === 'static') expect(content).toMatch(/^GUIDON\{[\w!-]+\}$/)
  })
})
