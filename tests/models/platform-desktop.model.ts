import { desktopMachine } from '../../platform/desktop/machine.ts'
import { defineModel } from './harness.ts'
import { leftMs, platformDesktopOracle } from './oracles/platform-desktop-oracle.ts'
import { replacement, termsIn, timeKey } from './terms.ts'

export const platformDesktopModel = defineModel<typeof desktopMachine>({
  machine: desktopMachine,
  inputs: [
    world => ({ id: 'desktop', from: 'new', now: world.now, terms: termsIn(world) }),
    world => ({ id: 'desktop', from: 'stopped', now: world.now, terms: termsIn(world) }),
    world => ({
      ...{ id: 'desktop', from: 'running', now: world.now, terms: termsIn(world) },
      ...{ stopAt: world.now() + leftMs, view: 'left' },
    }),
  ],
  events: {
    'desktop.start': [{ type: 'desktop.start' }],
    'desktop.stop': [{ type: 'desktop.stop' }],
    'desktop.extend': [{ type: 'desktop.extend' }],
    'desktop.reset': [{ type: 'desktop.reset' }],
    'view.begin': [
      { type: 'view.begin', token: 'one' },
      { type: 'view.begin', token: 'another' },
    ],
    'view.end': [{ type: 'view.end' }],
    'terms.changed': [{ type: 'terms.changed' }],
    'session.ended': [
      { type: 'session.ended', reason: null },
      { type: 'session.ended', reason: 'SIGSEGV' },
    ],
  },
  actors: {
    provision: { done: [undefined] },
    start: { done: [undefined] },
    stop: { done: [undefined] },
    remove: { done: [undefined] },
  },
  jumps: [60_000],
  sequences: replacement,
  key: ({ context }, world) => [timeKey(world, context.stopAt), context.failure, context.view],
  oracle: platformDesktopOracle,
})
