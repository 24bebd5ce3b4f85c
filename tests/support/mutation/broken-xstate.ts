// Stands in for `xstate` while `npm run mutate` runs: the same library, in which one machine is made
// with one part broken. GUIDON_MUTANT says which: the machine's id and the mutant's number.
import { readdirSync } from 'node:fs'
import { setup as actualSetup, not } from 'xstate'
import { cloned, mutantsOf, negateWith } from './mutants.ts'

export * from 'xstate'

const [machine, number] = (process.env.GUIDON_MUTANT ?? '').split(' ')
const folders = readdirSync('src/machines')
negateWith(not)

interface Made {
  createMachine(config: Record<string, unknown>): unknown
}

export const setup = ((options: { delays?: Record<string, unknown> }) => {
  const made = actualSetup(options as never) as unknown as Made
  return {
    ...made,
    createMachine(original: Record<string, unknown>) {
      const id = String(original.id)
      if ((folders.includes(id) ? id : 'resource') !== machine) return made.createMachine(original)
      const config = cloned(original)
      const delays = { ...options.delays }
      mutantsOf({ config, delays })[Number(number)]?.apply()
      const broken = actualSetup({ ...options, delays } as never) as unknown as Made
      return broken.createMachine(config)
    },
  }
}) as unknown as typeof actualSetup
