import { solve as solveHangar } from '../../../events/demo/web/hangar-search/solve.ts'
import type { ChallengeDetail } from '../../../src/api/contract.ts'
import type { Participant } from '../../../tests/support/participant.ts'
import { inMinutes, instanceOf, play, playWith, type Scene } from '../scene.ts'

const hangar = '/challenge/web/hangar-search'
const pennants = '/challenge/web/three-pennants'
const hangarInstance = instanceOf('hangar-search', 'web')
const instance = '**/instance?**'
const score = '**/score?**'
const solve = '**/solve?**'
const endpoints = [
  { ip: '10.8.4.21', port: 8080, protocol: 'http', title: 'Hangar register' },
  { ip: '10.8.4.21', port: 2222, protocol: 'ssh', title: 'Maintenance' },
  { ip: '10.8.4.21', port: 9001, protocol: 'tcp', title: 'Radio' },
]
const runningFor = (minutes: number) => () => ({
  state: 'running',
  scheduledStopTime: inMinutes(minutes),
  exposedEndpoints: endpoints,
})

const submit =
  (flag: string) =>
  async ({ page }: Participant) => {
    await page.locator('input[name=flag]').fill(flag)
    await page.keyboard.press('Enter')
  }

async function takeHint({ call }: Participant) {
  const path = '/v1/challenges/hangar-search'
  const { hints } = JSON.parse(await call('GET', `${path}?category=web`)) as ChallengeDetail
  const dear = hints?.find(({ cost }) => cost > 0)
  await call('POST', `${path}/hints/${dear?.id}?category=web`)
}

export const challenge: Scene[] = [
  {
    name: 'challenge-files',
    event: 'running',
    arrange: play('/challenge/recovery/flight-recorder'),
  },
  { name: 'challenge-table', event: 'running', arrange: play('/challenge/preflight/signal-hoist') },
  { name: 'challenge-not-running', event: 'running', arrange: play(hangar) },
  {
    name: 'challenge-hints',
    event: 'running',
    arrange: play('/', async participant => {
      await takeHint(participant)
      await participant.visit(hangar)
      await participant.page.locator('summary').first().click()
    }),
  },
  {
    name: 'challenge-hint-question',
    event: 'running',
    isOverlay: true,
    arrange: play(hangar, async ({ page }) => {
      await page.locator('summary[aria-haspopup]').first().click()
      await page.getByRole('dialog').waitFor()
    }),
  },
  {
    name: 'challenge-queued',
    event: 'running',
    arrange: playWith(hangar, { [instance]: { state: 'starting', queue: { position: 3 } } }),
  },
  {
    name: 'challenge-starting',
    event: 'running',
    arrange: playWith(hangar, { [instance]: { state: 'starting' } }),
  },
  {
    name: 'challenge-running',
    event: 'running',
    arrange: play(hangar, async participant => {
      await participant.call('PUT', hangarInstance)
      await participant.endpoints(hangarInstance)
      await participant.visit(hangar)
    }),
  },
  {
    name: 'challenge-five-minutes',
    event: 'running',
    arrange: playWith(hangar, { [instance]: runningFor(4.9) }),
  },
  {
    name: 'challenge-stopped-soon',
    event: 'running',
    arrange: playWith(hangar, { [instance]: runningFor(-0.2) }),
  },
  {
    name: 'challenge-stopping',
    event: 'running',
    arrange: playWith(hangar, { [instance]: { state: 'stopping' } }),
  },
  {
    name: 'challenge-forbidden',
    event: 'running',
    arrange: playWith(hangar, { '**/v1/challenges/hangar-search?**': { canBeStarted: false } }),
  },
  {
    name: 'challenge-limit',
    event: 'running',
    arrange: play('/', async participant => {
      for (const [category, slug] of [
        ['web', 'three-pennants'],
        ['signals', 'readback'],
        ['signals', 'two-time-pad'],
      ] as const) {
        await participant.call('PUT', instanceOf(slug, category))
      }
      await participant.visit(hangar)
    }),
  },
  { name: 'challenge-rejected', event: 'running', arrange: play(hangar, submit('GUIDON{no}')) },
  {
    name: 'challenge-accepted-one-of-three',
    event: 'running',
    arrange: playWith(
      pennants,
      { [solve]: { status: 1 }, [score]: { points: 60, solvedFlags: 1, totalFlags: 3 } },
      submit('GUIDON{first-pennant}'),
    ),
  },
  {
    name: 'challenge-resubmitted',
    event: 'running',
    arrange: playWith(pennants, { [solve]: { status: 3 } }, submit('GUIDON{first-pennant}')),
  },
  {
    name: 'challenge-limited',
    event: 'running',
    arrange: playWith(pennants, { [solve]: 429 }, submit('GUIDON{again-and-again}')),
  },
  {
    name: 'challenge-seven-flags',
    event: 'running',
    arrange: playWith(pennants, { [score]: { points: 90, solvedFlags: 3, totalFlags: 7 } }),
  },
  {
    name: 'challenge-very-many-flags',
    event: 'running',
    arrange: playWith(pennants, { [score]: { points: 90, solvedFlags: 12, totalFlags: 300 } }),
  },
  {
    name: 'challenge-completed',
    event: 'running',
    arrange: play(hangar, async participant => {
      await participant.call('PUT', hangarInstance)
      const reached = await participant.endpoints(hangarInstance)
      const [flag] = await solveHangar({
        endpoints: reached,
        filesFolder: '',
        flagPrefix: 'GUIDON',
      })
      await participant.call('POST', '/v1/challenges/hangar-search/solve?category=web', { flag })
      await participant.visit(hangar)
    }),
  },
  {
    name: 'challenge-accepted',
    event: 'crowded',
    arrange: play('/challenge/preflight/radio-check', async participant => {
      await submit('GUIDON{reading-you-five-by-five!}')(participant)
      await participant.page.locator('main').getByRole('link', { name: 'Signal Hoist' }).waitFor()
      // The points count up.
      await participant.page.waitForTimeout(2000)
    }),
  },
  {
    name: 'challenge-loading',
    event: 'running',
    async arrange(participant) {
      await play('/')(participant)
      await participant.hold('**/v1/challenges/hangar-search**')
      await participant.page.goto(hangar)
      await participant.page.locator('main').waitFor()
    },
  },
  {
    name: 'challenge-failed',
    event: 'running',
    arrange: playWith(hangar, { '**/v1/challenges/hangar-search?**': 500 }),
  },
  { name: 'challenge-unknown', event: 'running', arrange: play('/challenge/web/no-such-thing') },
]
