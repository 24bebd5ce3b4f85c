import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { HomePage } from '../../../src/ui/home/home-page.tsx'
import { catalogue } from '../../machines/sidebar/data.ts'
import { event, grouped, groups, inPlay, refusal, show, team, upcoming } from './show.tsx'

afterEach(cleanup)

test('home has an intro below its greeting', async () => {
  await show(<HomePage />, { getMetadata: event(upcoming), getTeam: refusal('NO_TEAM') })
  const greeting = screen.getByRole('heading', { level: 1 }).parentElement
  expect(greeting?.textContent).toMatch(/capture the flags that are hidden in them/)
})

test('before the start there is a picture, and the advice to reload then', async () => {
  const { view } = await show(<HomePage />, { getMetadata: event(upcoming), getTeam: team })
  const region = screen.getByRole('region', { name: 'The CTF has not started yet.' })
  expect(region.querySelector('svg[viewBox="0 0 640 300"] path')).not.toBe(null)
  expect(region.textContent).toContain('If it does not, reload it.')
  const start = view.container.querySelector('time')?.dateTime
  expect(start).toBe(event(upcoming).ctfStart)
})

test('choosing a score group, the user reads that scoring is isolated between the groups', async () => {
  await show(<HomePage />, {
    getMetadata: event(inPlay),
    getTeam: team,
    getStats: grouped(false),
    listScoreGroups: groups,
  })
  const region = screen.getByRole('region', { name: 'Choose the score group of your team' })
  expect(within(region).getByText(/^Scoring is isolated between groups/)).toBeTruthy()
})

const playing = { getMetadata: event(inPlay), getTeam: team, getStats: grouped(true) }

const items = async (heading: string) => {
  const panel = screen.getByRole('region', { name: heading })
  const found = await within(panel).findAllByRole('listitem')
  return found.map(item => item.textContent)
}

test('the seven steps go from the VPN to the end of the environment', async () => {
  await show(<HomePage />, playing)
  expect(await items('How to play')).toEqual([
    expect.stringMatching(/^Connect your device to the VPN/),
    expect.stringMatching(/^Pick a challenge from the menu/),
    expect.stringMatching(/^Start its environment .* your team alone/),
    expect.stringMatching(/^Go to its endpoints\./),
    expect.stringMatching(/^Find the flag\. It looks like GUIDON\{…\}/),
    expect.stringMatching(/^Submit it/),
    expect.stringMatching(/^Stop the environment/),
  ])
})

test('an event without environments has no steps about them', async () => {
  const listCategories = catalogue.categories
  const filesAlone = catalogue.challenges.map(one => ({ ...one, hasEnvironment: false }))
  await show(<HomePage />, { ...playing, listCategories, listChallenges: filesAlone })
  expect(await items('How to play')).toEqual([
    expect.stringMatching(/^Pick a challenge from the menu/),
    expect.stringMatching(/^Find the flag/),
    expect.stringMatching(/^Submit it/),
  ])
  cleanup()
  const mixed = [...catalogue.challenges.slice(0, 1), ...filesAlone.slice(1)]
  await show(<HomePage />, { ...playing, listCategories, listChallenges: mixed })
  expect(await items('How to play')).toHaveLength(7)
})

test('after the end of the event nothing promises points', async () => {
  await show(<HomePage />, { ...playing, getMetadata: event([-9, -8, 7]) })
  const steps = await items('How to play')
  expect(steps[5]).toMatch(/^Submit it .* gives no points any more/)
  expect(screen.getByText(/^The event has ended. You can still solve its challenges/)).toBeTruthy()
  expect(screen.queryByText(/You get the points|climb the scoreboard/)).toBe(null)
})

test.each([
  ['no sharing of flags or hints', 0, /Do not share flags or hints/],
  [
    "solutions in the challenge's Discord channel only, after solving",
    1,
    /only in the challenge’s Discord channel, and only after you have solved it/,
  ],
  ['new challenges may appear', 2, /New challenges may appear/],
  ['nothing is attacked but the listed services', 3, /Attack only the services listed/],
  ['social conduct', 4, /Be kind\./],
  [
    'help by a Discord ticket or e-mail',
    5,
    /Open a ticket on Discord, or write the organisers an e-mail/,
  ],
  ['the terms of participation apply', 6, /The terms of participation apply/],
])('the rules say: %s', async (_, index, text) => {
  await show(<HomePage />, playing)
  expect((await items('Rules'))[index]).toMatch(text)
})

test('the hint on the VPN says that only one device can be connected at a time', async () => {
  const user = { id: 'u1', username: 'alice', externalId: 'x' }
  const vpn = { connected: false, ipv4Address: null }
  await show(<HomePage />, { ...playing, getUser: { ...user, vpn } })
  expect(screen.getByText(/Only one device can be connected at a time\./)).toBeTruthy()
})

test('without a VPN in the event, nothing asks for a connection', async () => {
  const user = { id: 'u1', username: 'alice', externalId: 'x' }
  const vpn = { connected: false, ipv4Address: null, isOffered: false }
  const getFlugzeugEnabled = { enabled: true }
  await show(<HomePage />, { ...playing, getFlugzeugEnabled, getUser: { ...user, vpn } })
  screen.getByRole('link', { name: 'Open Flugzeug VM' })
  const steps = await items('How to play')
  expect(steps).toHaveLength(6)
  expect(steps[0]).toMatch(/^Pick a challenge/)
  expect(screen.queryByText(/VPN/)).toBe(null)
})

test('long rules scroll in their panel, and short ones do not', async () => {
  const rules = (en: string) => ({
    ...playing,
    getMetadata: event(inPlay, { extensions: ['event'] }),
    getEvent: { name: 'Field Day', rules: { en } },
  })
  const scrolling = () => screen.queryByRole('group', { name: 'Rules' })
  await show(<HomePage />, rules('Be kind.'))
  expect(screen.getByText('Be kind.')).toBeTruthy()
  expect(scrolling()).toBe(null)
  cleanup()
  await show(<HomePage />, rules('Be kind. '.repeat(400)))
  // What scrolls must be reachable by keyboard.
  expect(scrolling()?.tabIndex).toBe(0)
  expect(within(screen.getByRole('region', { name: 'How to play' })).queryByRole('group')).toBe(
    null,
  )
})

test('a score group without a text has its name only', async () => {
  await show(<HomePage />, {
    getMetadata: event(inPlay),
    getTeam: team,
    getStats: grouped(false),
    listScoreGroups: groups.map(group => ({ ...group, description: '' })),
  })
  const option = screen.getByRole('radio', { name: 'Open' })
  expect(option.getAttribute('aria-describedby')).toBe(null)
  expect(option.closest('div')?.children).toHaveLength(1)
})
