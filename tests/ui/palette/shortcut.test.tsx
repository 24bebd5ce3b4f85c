import { fireEvent } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createActor, setup } from 'xstate'
import { shortcut } from '../../../src/browser/shortcut.ts'

function listen(platform: string) {
  vi.spyOn(navigator, 'platform', 'get').mockReturnValue(platform)
  let pressed = 0
  const actor = createActor(
    setup({ actors: { shortcut } }).createMachine({
      invoke: { src: 'shortcut' },
      on: {
        'shortcut.pressed': {
          actions: () => {
            pressed += 1
          },
        },
      },
    }),
  ).start()
  onTestFinished(() => {
    actor.stop()
    vi.restoreAllMocks()
  })
  /** Presses these keys. Returns whether the browser's own action was prevented. */
  const press = (keys: KeyboardEventInit) =>
    !fireEvent.keyDown(document.body, { key: 'k', ...keys })
  return { actor, press, pressed: () => pressed }
}

test('Control and K open the palette, and not the address bar', () => {
  const { press, pressed } = listen('Linux x86_64')
  expect([press({ ctrlKey: true }), press({ ctrlKey: true, key: 'K' }), pressed()]).toEqual([
    true,
    true,
    2,
  ])
})

test('with a Command key it is Command and K, and Control goes on editing text', () => {
  const { press, pressed } = listen('MacIntel')
  expect([press({ ctrlKey: true }), pressed()]).toEqual([false, 0])
  expect([press({ ctrlKey: true, metaKey: true }), pressed()]).toEqual([false, 0])
  expect([press({ metaKey: true }), pressed()]).toEqual([true, 1])
})

test('other keys, other combinations and a key that is held do nothing', () => {
  const { press, pressed } = listen('Win32')
  press({ ctrlKey: true, repeat: true })
  const others = [{}, { ctrlKey: true, shiftKey: true }, { ctrlKey: true, key: 'j' }]
  expect([others.map(press), pressed()]).toEqual([[false, false, false], 0])
})

test('after the sign-out nobody listens', () => {
  const { actor, press } = listen('Win32')
  actor.stop()
  expect(press({ ctrlKey: true })).toBe(false)
})
