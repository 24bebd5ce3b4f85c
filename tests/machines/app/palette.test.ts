import { expect, test } from 'vitest'
import type { AnyActorRef, EventObject } from 'xstate'
import { calm, startPlaying } from '../../properties/steps.ts'
import { createAppWorld } from '../../properties/world.ts'

test('a choice in the palette opens its page, and closes the dialog over the old one', () => {
  const world = createAppWorld()
  startPlaying(world)
  calm(world, 1, 0)
  const { palette, dialogs }: Record<string, AnyActorRef> = world.app.getSnapshot().children
  dialogs?.send({ type: 'dialog.open', dialog: 'discord' })
  world.tell('shortcut', { type: 'shortcut.pressed' })
  expect(palette?.getSnapshot().value).toBe('open')
  palette?.send({ type: 'palette.chosen', path: '/scoreboard' })
  expect([world.path(), palette?.getSnapshot().value, dialogs?.getSnapshot().value]).toEqual([
    '/scoreboard',
    'closed',
    'closed',
  ])
})

test('a page that is left by the way back of the browser takes what is open over it with it', () => {
  const world = createAppWorld()
  startPlaying(world)
  calm(world, 1, 0)
  const { palette, dialogs }: Record<string, AnyActorRef> = world.app.getSnapshot().children
  palette?.send({ type: 'palette.open' })
  dialogs?.send({ type: 'dialog.open', dialog: 'discord' })
  world.tell('navigation', { type: 'location.changed', path: '/scoreboard' } as EventObject)
  expect([palette?.getSnapshot().value, dialogs?.getSnapshot().value]).toEqual(['closed', 'closed'])
})
