import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFaultMatrix, type FaultMatrix, faults } from './fault-matrix.ts'
import { faultSubjects } from './fault-subjects.ts'

// Needs PostgreSQL: `npm run test:postgres`. `npm run faults:database` tries every call with each fault.
const isAsked = Boolean(process.env.DATABASE_URL)
const calls = new Set(['create a team', 'submit a right flag', 'stop an environment'])
const subjects = faultSubjects.filter(({ name }) => calls.has(name))

describe.skipIf(!isAsked)('the connection to PostgreSQL', () => {
  let matrix: FaultMatrix
  beforeAll(async () => {
    matrix = await createFaultMatrix()
  })
  afterAll(() => matrix?.close())

  for (const fault of faults)
    test.each(subjects)(`${fault}: $name is done once, and answered in time`, async subject => {
      const { cases, problems } = await matrix.run(subject, fault)
      expect(problems).toEqual([])
      expect(cases).toBeGreaterThan(0)
    })
})
