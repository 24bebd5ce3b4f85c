// Stands in for `xstate` while `npm run mutate` runs: the same library, in which one machine is made
// with one part broken.
import { setup as actualSetup } from 'xstate'
import { cloned, mutantsOf } from './mutants.ts'
import { type Job, machineIds } from './protocol.ts'

export * from 'xstate'

/** What is broken in the machines that are made from now on; null: nothing. */
let broken: Job | null = null

export function breakFromNowOn(job: Job | null) {
  broken = job
}

interface Made {
  createMachine(config: Record<string, unknown>): unknown
}

export const setup = ((options: { delays?: Record<string, unknown> }) => {
  const made = actualSetup(options as never) as unknown as Made
  return {
    ...made,
    createMachine(original: Record<string, unknown>) {
      const id = String(original.id)
      // Each resource is a separate machine, named after what it fetches.
      const machine = machineIds.includes(id) ? id : 'resource'
      if (!broken?.label || machine !== broken.machine) return made.createMachine(original)
      const { label } = broken
      const config = cloned(original)
      const delays = { ...options.delays }
      const mutant = mutantsOf({ config, delays }).find(one => one.label === label)
      if (!mutant) throw new Error(`${machine} has no mutant "${label}".`)
      mutant.apply()
      return (actualSetup({ ...options, delays } as never) as unknown as Made).createMachine(config)
    },
  }
}) as unknown as typeof actualSetup
