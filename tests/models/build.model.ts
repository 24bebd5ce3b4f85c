import { buildMachine } from '../../src/machines/build/machine.ts'
import { buildBehaviour } from './behaviours/shell/build.ts'
import { defineModel } from './harness.ts'

export const buildModel = defineModel<typeof buildMachine>({
  machine: buildMachine,
  inputs: [() => undefined],
  events: {
    'part.failed': { from: 'partFailures', events: [{ type: 'part.failed' }] },
  },
  actors: {
    partFailures: 'callback',
    findNewerBuild: { done: [null, '/assets/index-2.js'] },
    reloadFor: { done: [undefined] },
  },
  behaviour: buildBehaviour,
})
