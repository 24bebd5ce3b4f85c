import { changes } from '../faults/changes.ts'
import { type FaultSite, openFaultSite } from '../faults/fault-site.ts'
import { faults } from '../faults/faults.ts'
import { runCase } from '../faults/run-case.ts'
import { expect, test } from './test.ts'

/** One case for each fault and for each frequent change. `npm run faults` runs all cases. */
const cases: readonly (readonly [change: string, fault: string])[] = [
  ['team create', 'reset after'],
  ['team join', 'reload'],
  ['score group', 'truncated'],
  ['instance start', 'offline in flight'],
  ['instance extend', 'reset after'],
  ['flag', '500 before'],
  ['flag', '401 once'],
  ['Flugzeug create', '503 Retry-After'],
  ['VPN download', '502'],
  ['sign out', 'offline before'],
]

let site: FaultSite
test.beforeAll(async () => {
  site = await openFaultSite('running')
})
test.afterAll(() => site.close())

for (const [changeName, faultName] of cases) {
  test(`${changeName} through ${faultName}: made once, shown, nothing lost`, async ({
    browser,
    console: logged,
  }) => {
    // Chromium logs each answer that failed.
    logged.allow(/./)
    const change = changes.find(({ name }) => name === changeName)
    const fault = faults.find(({ name }) => name === faultName)
    if (!change || !fault) throw new Error('There is no such case.')
    expect((await runCase(browser, site, change, fault)).problems).toEqual([])
  })
}
