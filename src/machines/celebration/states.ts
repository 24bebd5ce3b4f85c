import type { StatesOf } from '../../../tools/statechart/described.ts'
import type { celebrationMachine } from './machine.ts'

export const celebrationStates: StatesOf<typeof celebrationMachine> = {
  '(root)': 'What is shown after a flag was accepted: points, rank, and whether all is solved.',
  quiet: 'There is nothing to celebrate.',
  gathering: 'A flag was accepted. Score, stats and detail are on their way.',
  celebrating: 'The gain is shown, and it moves.',
  celebrated: 'The gain stays on the page. Nothing moves any more.',
}
