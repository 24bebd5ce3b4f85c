import type { flugzeugMachine } from '../../../src/machines/flugzeug/machine.ts'
import { fromApp } from '../../properties/control.ts'
import { controls } from '../../properties/controls.ts'
import type { FormActions } from '../form-actions.ts'
import type { Expectations } from './expectations.ts'

/** The texts that the page always shows. A region is expected to show only what it decides. */
const page = ['Flugzeug VM']
const noDesktop = ['[Start]', '![Extend', '![Reset']
const provisioning = ['Your desktop is being built.', '[Reset', '![Start']
const starting = ['[Starting…...]', 'Opening the hangar doors…', '[Reset']
const running = ['[Extend runtime]', '[Stop]', '[Reset', '[Fullscreen]']
const stopping = ['[Stopping…...]', 'Beginning the descent…', '[Reset']
const stopped = ['[Start]', '[Reset', '![Fullscreen]']
const broken = ['Your desktop has failed.', '[Reset']

export const flugzeugActions: FormActions<typeof flugzeugMachine> = {
  page: { name: 'flugzeug' },
  controls: controls.flugzeug,
  byUser: {
    ...fromApp('facts.changed', 'page.entered', 'page.left', 'read.succeeded', 'read.failed'),
    ...fromApp('desktop.connected', 'desktop.ticketRequested', 'focus.left'),
    ...fromApp('desktop.ended'),
    'flugzeug.start': user => user.press('Start'),
    'flugzeug.extend': user => user.press('Extend runtime'),
    'flugzeug.stop': user => user.press('Stop'),
    'flugzeug.retry': user => user.press('Try again'),
    'reset.requested': user => user.press('Reset'),
    'reset.cancelled': user => user.press('Keep it'),
    'flugzeug.reset': user => user.press('Delete everything'),
    'desktop.enter': user => user.press('Type in the desktop'),
    'fullscreen.toggle': user => user.press('Fullscreen'),
  },
}

export const flugzeugStates: Expectations<typeof flugzeugMachine> = {
  'page.closed': page,
  'page.open': page,
  'desktop.disabled': page,
  'desktop.idle': page,
  'desktop.loading': page,
  // Nothing is known, or only what was true before a change.
  'desktop.failed': ['our desktop could not be '],
  'desktop.known.deciding': 'left at once',
  'desktop.known.noDesktop': noDesktop,
  'desktop.known.provisioning': provisioning,
  'desktop.known.starting': starting,
  'desktop.known.running.idle': running,
  'desktop.known.running.refused.justNow': [...running, 'You cannot extend it yet.'],
  'desktop.known.running.refused.earlier': [...running, 'You cannot extend it yet.'],
  'desktop.known.stopping': stopping,
  'desktop.known.stopped': stopped,
  'desktop.known.error': broken,
  'desktop.changing.creating.sending': page,
  'desktop.changing.creating.settling': page,
  'desktop.changing.starting.sending': page,
  'desktop.changing.starting.settling': page,
  'desktop.changing.stopping.sending': page,
  'desktop.changing.stopping.settling': page,
  'desktop.changing.resetting.sending': page,
  'desktop.changing.resetting.settling': page,
  'desktop.changing.extending.sending': page,
  'desktop.changing.extending.refused': 'left at once',
  'desktop.changing.extending.settling': page,
  'reading.off': page,
  'reading.on': page,
  'question.closed': ['!Reset your desktop?'],
  'question.open': ['Reset your desktop?', 'Delete everything'],
  'keyboard.outside': page,
  'keyboard.awaited': page,
  'frame.absent': page,
  'frame.present.served': page,
  'frame.present.waiting': page,
}
