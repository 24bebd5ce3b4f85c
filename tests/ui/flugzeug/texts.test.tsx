import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { desktop, no, showFlugzeug } from './show.tsx'

afterEach(cleanup)

const said = () =>
  screen
    .getAllByRole('status')
    .map(one => one.textContent)
    .join('')

/** The texts after every third poll, `count` times. */
async function phrases(status: 'starting' | 'stopping', count: number) {
  const { pass } = await showFlugzeug({ getFlugzeug: desktop(status) })
  const heard: string[] = []
  for (let poll = 0; poll < 3 * count; poll++) {
    if (poll % 3 === 0) heard.push(said())
    await pass(2_000)
  }
  return heard
}

test('the seven texts of a start, and the one after them', async () => {
  expect(await phrases('starting', 8)).toEqual([
    'Opening the hangar doors…',
    'Rolling your desktop out onto the apron…',
    'Walking around it once. All wings attached…',
    'Filling the tank, checking the oil…',
    'Going through the checklist, line by line…',
    'Asking the tower for clearance…',
    'Lining up on the runway. Any moment now…',
    expect.stringMatching(/^This takes longer than usual\. .* in the queue for take-off/),
  ])
})

test('the four texts of a stop, and the one after them', async () => {
  expect(await phrases('stopping', 5)).toEqual([
    'Beginning the descent…',
    'Gear down, flaps out…',
    'Touchdown. Taxiing back to the hangar…',
    'Chocks in place, lights off…',
    expect.stringMatching(/^This takes longer than usual\. It is on the ground/),
  ])
})

const strong = (heading: string) => {
  const panel = within(screen.getByRole('region', { name: heading }))
  return panel.getAllByRole('listitem').map(item => item.querySelector('strong')?.textContent)
}

test('each button is explained, and each feature of the remote desktop', async () => {
  await showFlugzeug({ getFlugzeug: no('NO_FLUGZEUG') })
  expect(strong('How it works')).toEqual(['Start', 'Extend runtime', 'Stop', 'Reset'])
  expect(strong('What the desktop can do')).toEqual([
    'Your own keyboard:',
    'Clipboard in both directions,',
    'Files in both directions:',
    'Fullscreen, scaling and quality',
    'Special keys',
    'An unstable connection',
  ])
})
