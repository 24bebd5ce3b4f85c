import { readFileSync } from 'node:fs'
import { explore } from '../../tests/models/harness/explore.ts'
import type { AnyModel } from '../../tests/models/harness/fixtures.ts'
import { pathsOf, sentencesOf } from '../../tests/models/harness/listing.ts'
import { replay } from '../../tests/models/harness/replay.ts'
import { equivalents } from '../../tests/support/mutation/equivalents.ts'
import { trySubtleFaults } from '../../tests/support/mutation/run-subtle.ts'
import { subtleFaults } from '../../tests/support/mutation/subtle/faults.ts'
import { itemsOf } from '../../tools/statechart/coverage.ts'
import { layoutInProcess } from '../../tools/statechart/drawing/in-process.ts'
import { drawingOf } from '../../tools/statechart/drawing/layout.ts'
import { machineFiles } from '../../tools/statechart/machine-files.ts'
import { states } from '../charts/states.ts'
import { type Fault, type MachineReport, reportPage } from './report-page.ts'
import { specSentences } from './spec-sentences.ts'

/**
 * Walks the paths of these machines, makes their subtle faults, and writes all that as a page.
 *
 * @param hear gets a line for each machine and fault
 */
export async function report(
  models: readonly AnyModel[],
  hear: (line: string) => void,
): Promise<string> {
  const files = machineFiles()
  const spec = specSentences(readFileSync('docs/spec-coverage.md', 'utf8'))
  const ids = new Set(models.map(({ machine }) => machine.id))
  const faults = new Map<string, Fault[]>()
  const wanted = subtleFaults.filter(({ machine }) => ids.has(machine))
  await trySubtleFaults(wanted, ({ fault: { machine, what }, problem, found }) => {
    hear(`${machine}: ${what}`)
    const one = { what, found: problem === null ? found : '' }
    faults.set(machine, [...(faults.get(machine) ?? []), one])
  })
  const reports: MachineReport[] = []
  for (const model of models) {
    const { machine } = model
    hear(machine.id)
    const taken = await countTaken(model)
    reports.push({
      machine,
      taken,
      file: files.get(machine.id) ?? '',
      states: states.get(machine.id) ?? {},
      drawing: await drawingOf(machine, new Set(), layoutInProcess),
      missing: itemsOf(machine).flatMap(({ key, label }) => (taken.has(key) ? [] : label)),
      spec: spec.get(machine.id) ?? [],
      sentences: sentencesOf(model),
      paths: pathsOf(model),
      faults: faults.get(machine.id) ?? [],
      survivors: equivalents[machine.id] ?? {},
    })
  }
  return reportPage(reports)
}

/** How many of the model's paths take each state and each transition. */
async function countTaken(model: AnyModel): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (const path of explore(model)) {
    for (const key of await replay(model, path)) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}
