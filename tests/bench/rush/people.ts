/** The people of the rush: `node people.ts ORIGIN PEOPLE SECONDS`. Fails if one of them does not get through. */
import { setTimeout as delay } from 'node:timers/promises'
import { createBrowser, signIn } from '../../platform/core/sign-in-browser.ts'
import { createCall } from '../../support/participant.ts'
import { share } from '../servers/figures.ts'

const [, , origin = '', people = '', seconds = ''] = process.argv
const count = Number(people)
const instance = '/v1/challenges/rush/instance?category=net'

const steps = { 'account and sign-in': [], 'team and score group': [], environment: [] } as Record<
  'account and sign-in' | 'team and score group' | 'environment',
  number[]
>

/** Up to this number, people keep their environments. */
const FEW = 100
/** With more people, each keeps the environment for this many milliseconds. */
const STAY = 5000

async function come(who: number) {
  await delay((who / count) * Number(seconds) * 500)
  let last = performance.now()
  const done = (step: keyof typeof steps) => {
    const now = performance.now()
    steps[step].push(now - last)
    last = now
  }
  const browser = createBrowser()
  const { access_token } = await signIn(browser, origin, `rush${who}`, 'correct horse', 'create')
  done('account and sign-in')
  const call = createCall(origin, access_token)
  await call('POST', '/v1/teams', { name: `Team ${who}` })
  await call('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
  done('team and score group')
  await call('PUT', instance)
  // The app asks just as often while an environment starts.
  while (JSON.parse(await call('GET', instance)).state !== 'running') await delay(2000)
  done('environment')
  // A host does not have memory for a thousand environments.
  if (count <= FEW) return
  await delay(STAY)
  await call('DELETE', instance)
}

const outcomes = await Promise.allSettled(Array.from({ length: count }, (_, who) => come(who)))
const failed = outcomes.filter(outcome => outcome.status === 'rejected')
for (const { reason } of failed.slice(0, 3)) console.log(String(reason))
for (const [step, times] of Object.entries(steps)) {
  times.sort((a, b) => a - b)
  const [half, most, last] = [0.5, 0.99, 1].map(part => (share(times, part) / 1000).toFixed(1))
  console.log(`${step}: half of the people in ${half} s, 99 % in ${most} s, all in ${last} s`)
}
console.log(`${count - failed.length} of ${count} people got through`)
process.exitCode = failed.length > 0 ? 1 : 0
