import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { appChildren } from '../../../src/machines/app/children.ts'
import { announcement } from '../../models/data.ts'
import { metadata } from '../../support/fake-app.ts'
import { showApp } from './show.tsx'

afterEach(cleanup)

const server = {
  getMetadata: { ...metadata, extensions: ['announcements', 'scoreboard'] },
  getAnnouncements: { announcements: [announcement('a')] },
  getScoreboard: { entries: [] },
  getHistory: { series: [] },
  getSolveTimes: { categories: [] },
  getAccount: {
    accountId: 'a7',
    displayName: 'Rival',
    rank: 1,
    points: 300,
    members: [],
    solves: [],
  },
}

test.for([
  ['/announcements', 'Announcements'],
  ['/scoreboard', 'Scoreboard'],
  ['/solves-calendar', 'Flag Calendar'],
  ['/accounts/a7', 'Rival'],
  ['/challenge/web/login', 'Login'],
])('while offline, %s says how old its data is', async ([path = '', name = '']) => {
  const { app } = await showApp({ path, server })
  await screen.findByRole('heading', { level: 1, name })
  expect(screen.queryByText(/Last update/)).toBe(null)
  const { network } = appChildren(app.getSnapshot())
  act(() => {
    network.send({ type: 'request.opened', id: 1 })
    network.send({ type: 'request.failed', id: 1 })
  })
  expect(await screen.findByText(/^You are offline\. Last update: \d/)).toBeDefined()
})
