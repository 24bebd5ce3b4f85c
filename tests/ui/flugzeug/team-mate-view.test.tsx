import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { metadata, type Server } from '../../support/fake-app.ts'
import { showApp } from '../shell/show.tsx'
import { address, no } from './show.tsx'

afterEach(cleanup)

const teamMode = { ...metadata, teamModeEnabled: true, extensions: ['desktopViews'] }
const team = { id: 't1', name: 'Foxes', joinToken: 'j', maxSize: null, members: [] }

/** Opens the link to a team mate's desktop. */
const open = (getDesktopView: Server['getDesktopView'], getMetadata = teamMode) =>
  showApp({
    path: '/flugzeug',
    view: 'token',
    server: {
      getMetadata,
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
