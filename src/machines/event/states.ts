import type { StatesOf } from '../../../tools/statechart/described.ts'
import type { eventMachine } from './machine.ts'

export const eventStates: StatesOf<typeof eventMachine> = {
  '(root)': 'The event: its metadata, and in which phase it is.',
  loading: 'The metadata is read for the first time.',
  failed: 'The first read failed. It is repeated.',
  known: 'The metadata is there.',
  'known.phase': 'The phase, by server time.',
  'known.phase.deciding': 'Server time decides which phase it is.',
  'known.phase.upcoming': 'The event has not started.',
  'known.phase.running': 'The event runs: it is play time.',
  'known.phase.postPlay': 'The event has ended, and play goes on without points.',
  'known.phase.over': 'All is over.',
  'known.metadata': 'How new the metadata is.',
  'known.metadata.read': 'The metadata is as new as is known.',
  'known.metadata.hidden': 'The page is hidden. The metadata is read again when it is shown.',
  'known.metadata.reading': 'It may have changed, and is read again. The last one stays.',
  'known.metadata.failed': 'That read failed. The last one stays, and the read is repeated.',
}
