import type Docker from 'dockerode'
import { expect, test } from 'vitest'
import { createBridges } from '../../../platform/environments/docker/bridges.ts'
import { createWrittenLog } from '../written-log.ts'

/** An engine whose networks are removed, or fail to be, with this error. */
function engineWith(errors: Record<string, unknown>) {
  const removed: string[] = []
  const getNetwork = (name: string) => ({
    inspect: async () => ({ Id: name, Options: {} }),
    async remove() {
      if (name in errors) throw errors[name]
      removed.push(name)
    },
  })
  return { removed, docker: { getNetwork, listNetworks: async () => [{}] } as unknown as Docker }
}

test('a network that cannot be removed is logged, and the other one is removed', async () => {
  const failure = Object.assign(new Error('the engine is out of order'), { statusCode: 500 })
  const { docker, removed } = engineWith({ 'guidon-test': failure })
  const { log, written } = createWrittenLog('warn')
  await createBridges({ docker, platform: 'test', log }).close()
  expect(removed).toEqual(['guidon-test-internet'])
  expect(JSON.parse(written())).toMatchObject({ network: 'guidon-test', err: {} })
})

test('a network that is in use, or gone, is no failure', async () => {
  const { docker } = engineWith({
    'guidon-test': Object.assign(new Error('has active endpoints'), { statusCode: 403 }),
    'guidon-test-internet': Object.assign(new Error('not found'), { statusCode: 404 }),
  })
  const { log, written } = createWrittenLog('warn')
  await createBridges({ docker, platform: 'test', log }).close()
  expect(written()).toBe('')
})
