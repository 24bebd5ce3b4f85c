import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import type { AccountStats, Metadata, ScoreGroup, Team } from '../../../src/api/contract.ts'
import { AppProvider } from '../../../src/ui/app-context.tsx'
import { statsOf } from '../../support/challenge.ts'
import { createFakeApp, type Server } from '../../support/fake-app.ts'
import { START, settled } from '../../support/time.ts'

const HOUR = 3_600_000

/** An event that starts, ends and ends its post play this many hours from now. */
export const event = (
  hours: readonly [number, number, number],
  more: Partial<Metadata> = {},
): Metadata => {
  const [ctfStart, ctfEnd, ctfPostPlayEnd] = hours.map(hour =>
    new Date(START + hour * HOUR).toISOString(),
  )
  if (!ctfStart || !ctfEnd || !ctfPostPlayEnd) throw new Error('An event has three times.')
  return {
    ctfStart,
    ctfEnd,
    ctfPostPlayEnd,
    flagPrefix: 'GUIDON',
    teamModeEnabled: true,
    defaultTeamSizeLimit: 4,
    ...more,
  }
}

export const upcoming = [49, 100, 110] as const
export const inPlay = [-1, 40, 50] as const

export const team: Team = {
  id: 't1',
  name: 'The Lances',
  joinToken: 'pQ3x-9LmT',
  maxSize: 4,
  members: [
    { userId: 'u2', username: 'bob' },
    { userId: 'u1', username: 'alice' },
  ],
}

export const groups: ScoreGroup[] = [
  { slug: 'open', name: 'Open', description: 'For **all**.', isPasswordProtected: false },
  { slug: 'staff', name: 'Staff', description: 'For us.', isPasswordProtected: true },
]

export const grouped = (accountHasScoreGroup: boolean): AccountStats => ({
  ...statsOf(),
  accountHasScoreGroup,
  scoreGroup: accountHasScoreGroup ? 'open' : null,
})

export const refusal = (code: 'NO_TEAM' | string, retryAfter: number | null = null) =>
  ({ ok: false, code, retried: false, retryAfter }) as never

/** Shows a page of the whole app to somebody who is signed in. */
export async function show(
  page: ReactNode,
  server: Server,
  path = '/',
  device: NonNullable<Parameters<typeof createFakeApp>[0]>['device'] = {},
) {
  const fake = createFakeApp({ path, server, device })
  const settle = () => act(settled)
  await settle()
  await settle()
  const view = render(
    <I18nProvider i18n={i18n}>
      <AppProvider app={fake.app}>{page}</AppProvider>
    </I18nProvider>,
  )
  await settle()
  return {
    ...fake,
    view,
    settle,
    user: userEvent.setup(),
    /** Lets time pass second by second, as the browser's timers run. */
    pass: (seconds: number) =>
      act(async () => {
        for (let second = 0; second < seconds; second++) fake.pass(1_000)
      }),
  }
}
