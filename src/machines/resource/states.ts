import type { StatesOf } from '../../../tools/statechart/described.ts'
import type { ResourceMachine } from './machine.ts'

export const resourceStates: StatesOf<ResourceMachine<unknown>> = {
  '(root)': 'Data that is read, some of it at intervals, while somebody needs it.',
  deciding: 'Its owner has said whether it begins awake.',
  dormant: 'Nobody needs it. The last data stays.',
  active: 'Somebody needs it.',
  'active.fetching': 'It is being read.',
  'active.fetching.once': 'Nobody has asked for it since the read began.',
  'active.fetching.again': 'It was asked for meanwhile: after this read it is read once more.',
  'active.ready': 'The data is there. It waits for the next read.',
  'active.ready.visible': 'The page is shown, so the interval counts.',
  'active.ready.hidden': 'The page is hidden, so nothing is read.',
  'active.failed': 'The last read failed. The last good data stays.',
  'active.failed.visible': 'The page is shown, so it is tried again after a while.',
  'active.failed.hidden': 'The page is hidden. It is tried again once it is shown.',
}
