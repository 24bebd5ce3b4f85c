import type { StatesOf } from '../../../tools/statechart/described.ts'
import type { instanceMachine } from './machine.ts'

export const instanceStates: StatesOf<typeof instanceMachine> = {
  '(root)':
    'The environment of one challenge: start, extend, stop, and what the server says of it.',
  instance: 'What the environment does, as far as this page knows.',
  'instance.deciding': 'The last answer decides.',
  'instance.unknown': 'Nothing was read yet.',
  'instance.notRunning': 'Nothing runs.',
  'instance.notRunning.idle':
    'The user may start it, unless the event is paused or it cannot be started at all.',
  'instance.notRunning.limitReached': 'The account has as many environments as it may have.',
  'instance.notRunning.startFailed': 'The start was accepted, and then nothing ran.',
  'instance.notRunning.requesting': 'The user started it.',
  'instance.notRunning.requesting.sending': 'The start is under way. Nothing is read meanwhile.',
  'instance.notRunning.requesting.settling': 'The start was accepted. Its result is being read.',
  'instance.starting': 'The server starts it, or it waits in the queue.',
  'instance.starting.idle': 'The start can be aborted.',
  'instance.starting.aborting': 'The user aborted it.',
  'instance.starting.aborting.sending': 'The abort is under way. Nothing is read meanwhile.',
  'instance.starting.aborting.settling': 'The abort was accepted. Its result is being read.',
  'instance.running': 'It runs, until a time that is shown.',
  'instance.running.idle': 'It can be extended and stopped.',
  'instance.running.refused': 'The extension was refused. That is shown for three seconds.',
  'instance.running.extending': 'The user extended it.',
  'instance.running.extending.sending': 'The extension is under way. Nothing is read meanwhile.',
  'instance.running.extending.settling': 'The extension was accepted. The new time is being read.',
  'instance.running.requestingStop': 'The user stopped it.',
  'instance.running.requestingStop.sending': 'The stop is under way. Nothing is read meanwhile.',
  'instance.running.requestingStop.settling': 'The stop was accepted. Its result is being read.',
  'instance.stopping': 'The server stops it.',
  reading: 'Whether the environment is read at intervals.',
  'reading.here': 'The page is open.',
  'reading.here.silent':
    'A change is under way, so nothing is read: an old answer would hide its result.',
  'reading.here.current': 'It is read at intervals.',
  'reading.away': 'The page was left.',
  'reading.needless': 'This challenge does not exist any more, or has no environment.',
}
