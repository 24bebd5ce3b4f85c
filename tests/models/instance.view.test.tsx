// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { instanceMachine } from '../../src/machines/instance/machine.ts'
import { EnvironmentPanel } from '../../src/ui/challenge/environment/environment-panel.tsx'
import { ChallengeProvider } from '../../src/ui/challenge/use-challenge.ts'
import { fromApp } from '../properties/control.ts'
import { controls } from '../properties/controls.ts'
import type { FormActions } from './form-actions.ts'
import { instanceModel } from './instance.model.ts'
import { challengeNeighbours, signedInNeighbours } from './neighbours.ts'
import { type Expectations, expectedStates, walk } from './views.tsx'

/** How it is read is not shown by itself. */
const anyway = ['Environment']

const actions: FormActions<typeof instanceMachine> = {
  page: { name: 'challenge', categorySlug: 'web', challengeSlug: 'cookies' },
  controls: controls.instance,
  byUser: {
    ...fromApp('page.entered', 'page.left'),
    ...fromApp('stats.changed', 'detail.changed', 'read.succeeded', 'read.failed'),
    'instance.start': user => user.press('Start'),
    'instance.abort': user => user.press('Abort start'),
    'instance.extend': user => user.press('Extend runtime'),
    'instance.stop': user => user.press('Stop'),
    'instance.retry': user => user.press('Try again'),
  },
}

const states: Expectations<typeof instanceMachine> = {
  'environment.deciding': 'left at once',
  'environment.unknown': ['!Stop', '!Extend'],
  'environment.notRunning.idle': ['Start', '!Extend'],
  'environment.notRunning.limitReached': ['Start', 'Stop some environments first.'],
  'environment.notRunning.startFailed': ['Start', 'The environment did not start.'],
  'environment.notRunning.requesting.sending': ['Starting…'],
  'environment.notRunning.requesting.settling': ['Starting…'],
  'environment.starting.idle': ['Please wait…', 'Abort start'],
  'environment.starting.aborting.sending': ['Please wait…', 'Aborting…'],
  'environment.starting.aborting.settling': ['Please wait…', 'Aborting…'],
  'environment.running.idle': ['Extend', 'Stop'],
  'environment.running.refused': ['Extend', 'Stop', 'cannot extend it yet'],
  'environment.running.extending.sending': ['Extending…'],
  'environment.running.extending.settling': ['Extending…'],
  'environment.running.requestingStop.sending': ['Stopping…'],
  'environment.running.requestingStop.settling': ['Stopping…'],
  'environment.stopping': ['Stopping…'],
  'reading.here.current': anyway,
  'reading.here.silent': anyway,
  'reading.away': anyway,
  'reading.needless': anyway,
}

test('the environment panel shows every state of the instance', async () => {
  const seen = await walk(instanceModel, states, actions, subject => ({
    page: (
      <ChallengeProvider value={challengeNeighbours({ instance: subject.actor as never })}>
        <EnvironmentPanel />
      </ChallengeProvider>
    ),
    children: signedInNeighbours(subject),
  }))
  expect([...seen].sort()).toEqual(expectedStates(states).sort())
}, 120_000)
