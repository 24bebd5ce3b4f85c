import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Starts a machine without provided effects, in its own process. */
function startUnprovided(file: string, machine: string, input: string, events: string[] = []) {
  const program = `
    import { createActor } from 'xstate'
    import { ${machine} } from './${file}'
    const terms = () => ({ lifetimeMs: 1, extensionMs: 1, extendableInLastMs: 1, end: 1 })
    const actor = createActor(${machine}, { input: { terms, now: () => 0, ...${input} } }).start()
    for (const type of ${JSON.stringify(events)}) actor.send({ type })
  `
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', program],
    { encoding: 'utf8', timeout: 30_000 },
  )
  return { status, error: /^Error: .*/m.exec(stderr)?.[0] }
}

const lease = 'platform/environments/lease.ts'
const desktop = 'platform/desktop/machine.ts'
const vpn = 'src/machines/vpn/machine.ts'
const found = "{ found: { endpoints: [], stopAt: 0 }, id: '' }"

test.each([
  ['bringUp', startUnprovided.bind(null, lease, 'leaseMachine', '{ found: null }')],
  ['bringDown', startUnprovided.bind(null, lease, 'leaseMachine', found, ['lease.stop'])],
  ['release', startUnprovided.bind(null, lease, 'leaseMachine', found, ['environment.ended'])],
  ['fetchConfig', startUnprovided.bind(null, vpn, 'vpnMachine', '{}', ['vpn.download'])],
  ['provision', startUnprovided.bind(null, desktop, 'platformDesktopMachine', "{ from: 'new' }")],
])('a machine whose %s nobody provided ends the process with its name', (name, start) => {
  expect(start()).toEqual({ status: 1, error: `Error: The actor '${name}' was not provided.` })
})
