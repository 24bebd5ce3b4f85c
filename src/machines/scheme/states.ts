import type { StatesOf } from '../../../tools/statechart/described.ts'
import type { schemeMachine } from './machine.ts'

export const schemeStates: StatesOf<typeof schemeMachine> = {
  '(root)': 'Whether the app is light or dark.',
  applying: 'The choice is applied and stored.',
  resting: 'It is applied.',
}
