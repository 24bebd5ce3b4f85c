import { act, cleanup, render, screen } from '@testing-library/react'
import { Profiler } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { Path } from '../../../src/domain/path.ts'
import { App } from '../../../src/ui/app.tsx'
import { AppProvider } from '../../../src/ui/app-context.tsx'
import { stubDialogs } from '../../support/dialogs.ts'
import { createFakeApp, metadata } from '../../support/fake-app.ts'
import { plainPaths } from '../../support/plain-paths.ts'
import { settled } from '../../support/time.ts'

afterEach(cleanup)

/** The event ends in a month, so that the time left changes only once an hour. */
const teams = {
  ...metadata,
  teamModeEnabled: true,
  ctfEnd: '2026-06-01T08:00:00.000Z',
  ctfPostPlayEnd: '2026-06-02T08:00:00.000Z',
}
const team = {
  id: 't1',
  name: 'Owls',
  joinToken: 'token',
  maxSize: 4,
  members: [{ userId: 'u1', username: 'alice' }],
}
const entry = { accountId: 'a1', displayName: 'Owls', flags: 1, points: 100, rank: 1 }

test.each<Path>([...plainPaths, '/challenge/web/login'])(
  'polls whose answers are as before render nothing on %s',
  async path => {
    stubDialogs()
    const fake = createFakeApp({
      path,
      server: {
        getMetadata: teams,
        getTeam: team,
        getScoreboard: { entries: [entry] },
        getSolveTimes: { categories: [] },
        getFlugzeugEnabled: { enabled: true },
        getFlugzeug: { status: 'running', stopTimestamp: null, url: null },
      },
    })
    let commits = 0
    render(
      <Profiler id="app" onRender={() => (commits += 1)}>
        <AppProvider app={fake.app}>
          <App />
        </AppProvider>
      </Profiler>,
    )
    const passMinute = async () => {
      for (let turn = 0; turn < 6; turn++) {
        await act(async () => fake.pass(11_000))
        await act(settled)
      }
    }
    for (let turn = 0; turn < 3; turn++) await act(settled)
    await screen.findByRole('heading', { level: 1 })
    await passMinute()
    const calls = fake.calls.length
    commits = 0
    await passMinute()
    expect(commits).toBe(0)
    expect(fake.calls.length).toBeGreaterThan(calls + 10)
  },
)
