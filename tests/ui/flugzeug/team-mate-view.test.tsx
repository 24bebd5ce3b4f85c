import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fromCallback } from 'xstate'
import type { FrameCommand } from '../../../src/machines/flugzeug/events.ts'
import { exitId, viewFrameId } from '../../../src/machines/flugzeug/frame.ts'
import { metadata, type Server } from '../../support/fake-app.ts'
import { showApp } from '../shell/show.tsx'
import { address, no } from './show.tsx'

afterEach(cleanup)

const teamMode = { ...metadata, teamModeEnabled: true, extensions: ['desktopViews'] }
const team = { id: 't1', name: 'Foxes', joinToken: 'j', maxSize: null, members: [] }

/** Opens the link to a team mate's desktop. */
const open = (getDesktopView: Server['getDesktopView'], device = {}) =>
  showApp({
    path: '/flugzeug',
    view: 'token',
    device,
    server: {
      getMetadata: teamMode,
      getTeam: team,
      getFlugzeugEnabled: { enabled: true },
      getDesktopView,
      getFlugzeug: no('NO_FLUGZEUG'),
    },
  })

test("a team mate's desktop is shown, and gets nothing of the watcher's clipboard", async () => {
  await open({ username: 'bob', url: `${address}#ticket=a` })
  await screen.findByRole('heading', { level: 1, name: 'Desktop of bob' })
  const frame = screen.getByTitle<HTMLIFrameElement>('Desktop of bob')
  expect([frame.getAttribute('src'), frame.getAttribute('allow')]).toEqual([
    `${address}#ticket=a`,
    'fullscreen',
  ])
  screen.getByRole('button', { name: 'Back to your own desktop' })
  // The effect that watches for messages and fills the screen finds them by these.
  expect([frame.id, screen.getByRole('button', { name: 'Fullscreen' }).id]).toEqual([
    viewFrameId,
    exitId,
  ])
  expect(screen.getByRole('region', { name: 'Desktop of bob' })).toBeDefined()
  screen.getByText('You are watching, and bob sees that. You cannot type or click.')
})

test("the watcher leads a team mate's desktop to fullscreen, and leaves it for the own one", async () => {
  const commands: string[] = []
  const viewFrame = fromCallback<FrameCommand>(({ receive }) => {
    receive(({ type }) => commands.push(type))
  })
  const { settle } = await open({ username: 'bob', url: address }, { viewFrame })
  await screen.findByRole('heading', { level: 1, name: 'Desktop of bob' })
  fireEvent.click(screen.getByRole('button', { name: 'Fullscreen' }))
  expect(commands).toEqual(['fullscreen.toggle'])
  fireEvent.click(screen.getByRole('button', { name: 'Back to your own desktop' }))
  await settle()
  expect(screen.getByRole('heading', { level: 1, name: 'Flugzeug VM' })).toBeDefined()
})

test("a team mate's desktop that could not be read is read again when asked", async () => {
  const { server, settle } = await open(new Error('It rains.'))
  await screen.findByText('The desktop could not be loaded.')
  server.getDesktopView = { username: 'bob', url: address }
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await settle()
  expect(screen.getByRole('heading', { level: 1, name: 'Desktop of bob' })).toBeDefined()
})

test("a team mate's desktop that is on its way is not shown before it is there", async () => {
  await open(new Promise<never>(() => {}))
  expect(screen.getByRole('main').textContent).toBe('Loading')
})

test.each([
  ['is shared no longer', no('NOT_FOUND'), 'This desktop is not shared.'],
  ['could not be read', new Error('It rains.'), 'The desktop could not be loaded.'],
  // Why it could not.
  ['could not be read', new Error('It rains.'), /^Something went wrong on the server/],
])('a desktop that %s says so, with the way back to the own one', async (_, answer, text) => {
  await open(answer)
  await screen.findByText(text)
  screen.getByRole('button', { name: 'Back to your own desktop' })
})

test.each([
  ['in teams', true],
  ['alone', false],
])('who plays %s is told that team mates can watch: %s', async (_, teamModeEnabled) => {
  await showApp({
    path: '/flugzeug',
    server: {
      getMetadata: { ...teamMode, teamModeEnabled },
      getTeam: team,
      getFlugzeugEnabled: { enabled: true },
      getFlugzeug: no('NO_FLUGZEUG'),
    },
  })
  await screen.findByText('Your own keyboard:')
  expect(screen.queryByText('Team mates can watch:') !== null).toBe(teamModeEnabled)
})
