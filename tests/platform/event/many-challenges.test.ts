import { expect, test } from 'vitest'
import { joinRequirements } from '../../../platform/event/access/requirements.ts'
import type { Complete } from '../../../platform/event/arrange.ts'
import { loadEvent } from '../../../platform/event/load.ts'
import type { Problem } from '../../../platform/event/model.ts'
import { readRecord, writeRecord } from '../../../platform/event/record/database.ts'
import { parseSource } from '../../../platform/event/yaml-source.ts'
import { openTestDatabase } from '../test-database.ts'
import { challenge, firstStart, minimalEvent, writeFolder } from './write-folder.ts'

const loaded = async () => {
  const files = { 'event.yaml': minimalEvent, 'pilot/challenge.yml': challenge('flags: [x]') }
  const read = await loadEvent(await writeFolder(files), { firstStart })
  const [definition] = read.event.challenges
  if (!definition) throw new Error('it has no challenge')
  return { ...read, definition }
}

test('thousands of challenges may require one after the other', async () => {
  const { definition } = await loaded()
  const count = 5000
  const complete = Array.from({ length: count }, (_, at): Complete => {
    const slug = `c${at}`
    const rowName = { category: 'web', slug }
    const source = parseSource(`requirements: [c${at === 0 ? count - 1 : at - 1}]\n`, `${slug}.yml`)
    return {
      kind: 'complete',
      category: 'Web',
      ownSlug: true,
      hintsByPlace: new Set(),
      flagsByPlace: new Set(),
      known: null,
      challenge: { ...definition, name: slug, categorySlug: 'web', slug, rowName, requires: [] },
      source,
    }
  })
  const problems: Problem[] = []
  joinRequirements(complete, problems)
  // The last one closes the circle.
  expect(problems).toMatchObject([
    { file: `c${count - 1}.yml`, message: expect.stringContaining('itself needs this challenge') },
  ])
  const required = complete.map(one => one.challenge.requires.map(ref => ref.challengeSlug))
  expect(required[0]).toEqual([`c${count - 1}`])
  expect(required[count - 2]).toEqual([`c${count - 3}`])
  expect(required[count - 1]).toEqual([])
})

test('to write many challenges, each is looked at only a few times', async () => {
  const { definition, event } = await loaded()
  const database = await openTestDatabase()
  try {
    let looks = 0
    const challenges = Array.from({ length: 200 }, (_, at) => {
      const rowName = { category: 'web', slug: `c${at}` }
      const requires = at === 0 ? [] : [{ categorySlug: 'web', challengeSlug: `c${at - 1}` }]
      return {
        ...definition,
        requires,
        categorySlug: 'web',
        get slug() {
          looks++
          return rowName.slug
        },
        get rowName() {
          looks++
          return rowName
        },
      }
    })
    const files = challenges.map(({ rowName }) => ({
      rowName,
      category: 'Web',
      id: null,
      place: rowName.slug,
    }))
    const before = await readRecord(database, event.folder)
    looks = 0
    await writeRecord(
      database,
      { event: { ...event, challenges }, files, hasEventFile: true },
      before,
    )
    expect(looks / challenges.length).toBeLessThan(10)
    const after = await readRecord(database, event.folder)
    const last = after.challenges.find(({ rowName }) => rowName.slug === 'c199')
    expect(last?.definition.requires).toEqual(['web/c198'])
  } finally {
    await database.close()
  }
})

test('a block may have many fields, each with its line; one that stands twice is named', () => {
  const count = 100_000
  const lines = Array.from({ length: count }, (_, at) => `key${at}: ${at}`)
  const source = parseSource([...lines, 'key7: 1', 'state: a', '"state": b', ''].join('\n'), 'x')
  expect(source.errors).toEqual([
    { line: count + 3, message: expect.stringContaining('stands twice') },
  ])
  expect(source.warnings).toEqual([
    { line: count + 1, message: expect.stringContaining('stands twice') },
  ])
  for (let at = 8; at < count; at++)
    if (source.lineAt([`key${at}`]) !== at + 1) expect.unreachable(`key${at}`)
  // The last one counts.
  expect(source.lineAt(['key7'])).toBe(count + 1)
})
