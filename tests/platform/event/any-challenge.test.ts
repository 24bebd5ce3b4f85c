import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readChallenge } from '../../../platform/event/challenge-file.ts'
import type { Problem } from '../../../platform/event/model.ts'
import { parseSource } from '../../../platform/event/yaml-source.ts'
import { writeFolder } from './write-folder.ts'

const fields = [
  ...['name', 'slug', 'category', 'description', 'attribution', 'difficulty', 'order', 'type'],
  ...['value', 'extra', 'flags', 'flag', 'logic', 'files', 'tags', 'state', 'environment', 'image'],
  ...['protocol', 'connection_info', 'hints', 'requirements', 'attempts', 'next', 'host'],
]
const word = fc.constantFrom('.', '..', 'static', 'regex', 'bound', '(', '(?i)a', 'dynamic', 'x:1')
const key = fc.constantFrom('type', 'content', 'data', 'id', 'points', 'command', 'ports', 'build')
const value = fc.letrec(tie => ({
  any: fc.oneof(
    { depthSize: 'small' },
    word,
    fc.string(),
    fc.double(),
    fc.constantFrom(null, true, 0, -1, 500),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(key, tie('any'), { maxKeys: 3 }),
  ),
})).any
const flag = fc.record(
  {
    type: fc.constantFrom('static', 'regex', 'bound'),
    id: fc.constantFrom('a', 'b', '1', 'no id'),
    content: fc.constantFrom('F{x}', 'y', ''),
    points: fc.oneof(fc.integer({ min: -5, max: 600 }), fc.double()),
  },
  { requiredKeys: [] },
)
const flags = fc.oneof(fc.array(flag, { maxLength: 4 }), value)
const values = fields.map(field => [field, field === 'flags' ? flags : value] as const)
const challenge = fc.record(Object.fromEntries(values), {
  requiredKeys: ['name', 'category', 'flags'],
})

test('whatever its fields contain, a challenge is shown whole, hidden or left out for a reason', async () => {
  const folder = await writeFolder({ Dockerfile: 'EXPOSE 80' })
  const defaults = { memoryMb: 256, startTimeoutMs: 1000, value: null, flagPrefix: null }
  const property = fc.asyncProperty(challenge, async data => {
    const problems: Problem[] = []
    const source = parseSource(JSON.stringify(data), 'challenge.yml')
    const read = await readChallenge(source, folder, defaults, problems)
    if (read.kind === 'left out')
      expect(problems.map(({ severity }) => severity)).toContain('left out')
    if (read.kind !== 'complete') return
    const { name, slug, flags, value, environment } = read.challenge
    expect([name, slug].every(text => text.length > 0)).toBe(true)
    expect(flags.length).toBeGreaterThan(0)
    expect(flags.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1)
    expect(flags.every(({ share }) => share >= 0)).toBe(true)
    expect(new Set(flags.map(({ id }) => id)).size).toBe(flags.length)
    expect(Object.values(value)).not.toContain(Number.NaN)
    expect(environment?.ports).not.toEqual([])
  })
  await fc.assert(property, { numRuns: 500 })
})
