import { expect, test } from 'vitest'
import { equivalents } from '../support/mutation/equivalents.ts'
import { labelsOf } from '../support/mutation/mutants.ts'
import { models } from './models.ts'

const labels = new Map(models.map(({ machine }) => [machine.id, labelsOf(machine)]))

test('every mutant that may survive is one that `npm run mutate` makes', () => {
  const gone = Object.entries(equivalents).flatMap(([id, reasons]) =>
    Object.keys(reasons).filter(label => !labels.get(id)?.includes(label)),
  )
  expect(gone).toEqual([])
})

test('a mutant is known by its label', () => {
  for (const [id, all] of labels) expect([id, new Set(all).size]).toEqual([id, all.length])
})
