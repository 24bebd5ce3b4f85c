import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import type { SpeakerFailed } from '../../../src/machines/desktop-sound/events.ts'
import { desktopSoundMachine } from '../../../src/machines/desktop-sound/machine.ts'
import {
  hasSound,
  isListening,
  soundFailure,
} from '../../../src/machines/desktop-sound/selectors.ts'
import type { PageVisibility } from '../../../src/machines/page-visibility.ts'
import { createFakeCallback } from '../../support/fakes/calls.ts'
import { createTime } from '../../support/time.ts'

function start({ canPlay = true } = {}) {
  const time = createTime()
  const said: string[] = []
  const speaker = createFakeCallback<SpeakerFailed>()
  const visibility = createFakeCallback<PageVisibility>()
  const sound = createActor(
    desktopSoundMachine.provide({
      actors: { speaker: speaker.logic, visibility: visibility.logic },
      actions: { askForSound: () => said.push('ask'), endSound: () => said.push('end') },
    }),
    { clock: time.clock, input: { canPlay } },
  ).start()
  const report = (news: 'off' | 'on' | 'failed') =>
    sound.send({ type: 'sound.reported', sound: news })
  const now = () => sound.getSnapshot()
  return { time, said, speaker, visibility, sound, report, now }
}

/** A page whose user hears the desktop. */
function listen() {
  const scene = start()
  scene.report('off')
  scene.sound.send({ type: 'sound.listen' })
  scene.report('on')
  scene.said.length = 0
  return scene
}

test('there is nothing to turn on until the desktop says that it has sound', () => {
  const { sound, now, report, said } = start()
  sound.send({ type: 'sound.listen' })
  report('on')
  report('failed')
  expect([hasSound(now()), isListening(now()), said]).toEqual([false, false, []])
  report('off')
  expect([hasSound(now()), isListening(now()), said]).toEqual([true, false, []])
})

test('the user turns it on and off', () => {
  const { sound, now, report, said } = start()
  report('off')
  sound.send({ type: 'sound.listen' })
  expect([isListening(now()), said]).toEqual([true, ['ask']])
  report('on')
  sound.send({ type: 'sound.mute' })
  expect([isListening(now()), said]).toEqual([false, ['ask', 'end']])
})

test('a hidden page asks for nothing, and asks again when it is shown', () => {
  const { visibility, said, report, now } = listen()
  visibility.send({ type: 'page.hidden' })
  expect(said).toEqual(['end'])
  report('off')
  expect(said).toEqual(['end'])
  visibility.send({ type: 'page.shown' })
  expect([said, isListening(now())]).toEqual([['end', 'ask'], true])
})

test('after a cut, the next connection is asked', () => {
  const { sound, said, report, now, time } = listen()
  sound.send({ type: 'connection.lost' })
  time.pass(60_000)
  expect(isListening(now())).toBe(true)
  report('off')
  expect(said).toEqual(['end', 'ask'])
})

test('a desktop that does not answer in 15 s, or cannot, is said to be silent', () => {
  const { sound, report, now, time } = start()
  report('off')
  sound.send({ type: 'sound.listen' })
  time.pass(14_999)
  expect(soundFailure(now())).toBe(null)
  time.pass(1)
  expect(soundFailure(now())).toBe('desktop')
  sound.send({ type: 'sound.listen' })
  report('on')
  time.pass(60_000)
  expect([isListening(now()), soundFailure(now())]).toEqual([true, null])
  report('failed')
  expect([isListening(now()), soundFailure(now())]).toEqual([false, 'desktop'])
  sound.send({ type: 'failure.closed' })
  expect([hasSound(now()), soundFailure(now())]).toEqual([true, null])
})

test('a decoder that fails ends the sound, and says so', () => {
  const { speaker, said, now } = listen()
  speaker.send({ type: 'speaker.failed' })
  expect([soundFailure(now()), said]).toEqual(['browser', ['end']])
})

test('a browser that cannot play it says so, and asks for nothing', () => {
  const { sound, report, now, said } = start({ canPlay: false })
  report('off')
  sound.send({ type: 'sound.listen' })
  expect([soundFailure(now()), said]).toEqual(['unsupported', []])
  sound.send({ type: 'sound.listen' })
  expect(soundFailure(now())).toBe('unsupported')
})
