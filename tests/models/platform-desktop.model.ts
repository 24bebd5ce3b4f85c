import { platformDesktopMachine } from '../../platform/desktop/machine.ts'
import { DesktopStartError } from '../../platform/desktop/start-error.ts'
import { id, leftMs, platformDesktopBehaviour } from './behaviours/platform/desktop.ts'
import { defineModel } from './harness.ts'
import { replacement, termsIn, timeKey } from './terms.ts'

export const platformDesktopModel = defineModel<typeof platformDesktopMachine>({
  machine: platformDesktopMachine,
  inputs: [
    world => ({ id, from: 'new', now: world.now, terms: termsIn(world) }),
    world => ({ id, from: 'stopped', now: world.now, terms: termsIn(world) }),
    world => ({
      id,
      from: 'running',
      now: world.now,
      terms: termsIn(world),
      stopAt: world.now() + leftMs,
      view: 'left',
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
      { type: 'session.ended', reason: 'out of memory', code: 'memory' },
    ],
  },
  actors: {
    provision: { done: [undefined] },
    start: {
      done: [undefined],
      error: [new Error('Nobody expected this.'), new DesktopStartError('memory', 'no room')],
    },
    stop: { done: [undefined] },
    remove: { done: [undefined] },
  },
  jumps: [60_000],
  stories: ['new → provision answers → start answers → time passes → desktop extend'],
  sequences: replacement,
  key: ({ context }, world) => [timeKey(world, context.stopAt), context.view],
  walkKey: ({ context }, world) => [
    ...[timeKey(world, context.stopAt), context.failure?.code, context.view],
  ],
  begins: ['new', 'stopped', 'found running'],
  names: {
    'view.begin': ['shared', 'shared by another link'],
    'session.ended': ['session ends', 'session fails', 'session uses too much'],
  },
  behaviour: platformDesktopBehaviour,
})
