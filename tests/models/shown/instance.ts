import type { instanceMachine } from '../../../src/machines/instance/machine.ts'
import { fromApp } from '../../properties/control.ts'
import { controls } from '../../properties/controls.ts'
import type { FormActions } from '../form-actions.ts'
import type { Expectations } from './expectations.ts'

/** The text that is always shown: the states of reading have no text of their own. */
const anyway = ['Environment']

export const instanceActions: FormActions<typeof instanceMachine> = {
  page: { name: 'challenge', categorySlug: 'web', challengeSlug: 'cookies' },
  controls: controls.instance,
  byUser: {
    ...fromApp('page.entered', 'page.left', 'facts.changed'),
    ...fromApp('stats.changed', 'detail.changed', 'read.succeeded', 'read.failed'),
    ...fromApp('instance.stale'),
    'instance.start': user => user.press('Start'),
    'instance.abort': user => user.press('Abort start'),
    'instance.extend': user => user.press('Extend runtime'),
    'instance.stop': user => user.press('Stop'),
    'instance.retry': user => user.press('Try again'),
  },
}

export const instanceStates: Expectations<typeof instanceMachine> = {
  'instance.deciding': 'left at once',
  'instance.unknown': ['!Stop', '!Extend'],
  'instance.notRunning.idle': ['Start', '!Extend'],
  'instance.notRunning.limitReached': ['Start', 'Stop some environments first.'],
  'instance.notRunning.startFailed': ['Start', 'The environment did not start.'],
  'instance.notRunning.requesting.sending': ['Starting…'],
  'instance.notRunning.requesting.settling': ['Starting…'],
  'instance.starting.idle': ['Please wait…', 'Abort start'],
  'instance.starting.aborting.sending': ['Please wait…', 'Aborting…'],
  'instance.starting.aborting.settling': ['Please wait…', 'Aborting…'],
  'instance.running.idle': ['Extend', '[Stop]'],
  'instance.running.refused': ['Extend', '[Stop]', 'cannot extend it yet'],
  'instance.running.extending.sending': ['Extending…'],
  'instance.running.extending.settling': ['Extending…'],
  'instance.running.requestingStop.sending': ['Stopping…'],
  'instance.running.requestingStop.settling': ['Stopping…'],
  'instance.stopping': ['Stopping…'],
  'reading.here.current': anyway,
  'reading.here.silent': anyway,
  'reading.away': anyway,
  'reading.needless': anyway,
}
