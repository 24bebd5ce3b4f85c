import { expect, test } from 'vitest'
import { openPort } from '../../../platform/environments/process/ports.ts'
import { spawnRelay } from '../../../platform/environments/process/relay.ts'

const service = {
  ...{ command: ['true'], inputs: [], folder: '/', variables: {}, sandboxed: false },
  ...{ memoryMb: 32, processes: 8 },
}

test('a relay that takes nothing is stopped, and what was sent to it ends', async () => {
  const server = await openPort('127.0.0.1')
  const relay = spawnRelay(() => ['sleep', '600'])
  // It never reports that it has the port, so that `run` waits for it.
  const running = relay.run(new Map([[8080, server]]), service)
  await relay.stop(0)
  await running
  expect(await relay.ended).toEqual({ reason: 'its sandbox ended (SIGKILL)' })
  server.close()
})
