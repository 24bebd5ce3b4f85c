import type { StatesOf } from '../../../tools/statechart/described.ts'
import type { copyMachine } from './machine.ts'

export const copyStates: StatesOf<typeof copyMachine> = {
  '(root)': 'Copies a text to the clipboard.',
  idle: 'Nothing was copied just now.',
  copying: 'The browser is asked to copy.',
  copied: 'It was copied. The button says so for a moment.',
  failed: 'The browser refused. The button says so for a moment.',
}
