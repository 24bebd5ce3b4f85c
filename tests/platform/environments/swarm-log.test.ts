import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import Docker from 'dockerode'
import { expect, test } from 'vitest'
import { createServices } from '../../../platform/environments/docker/services.ts'
import type { EnvironmentSpec } from '../../../platform/environments/driver.ts'
import { createLog } from '../../../platform/log.ts'

test('the log of an environment in a Swarm has a limit, so that no program fills the disk of a node', async () => {
  const bodies: Record<string, { TaskTemplate?: { LogDriver?: unknown } }> = {}
  const manager = createServer(async (request, response) => {
    bodies[request.url ?? ''] = (await json(request)) as object
    response.setHeader('content-type', 'application/json').writeHead(201).end('{"Id":"1","ID":"1"}')
  }).listen(0, '127.0.0.1')
  await once(manager, 'listening')
  const { port } = manager.address() as AddressInfo
  const docker = new Docker({ host: '127.0.0.1', port, protocol: 'http' })
  const services = createServices({ docker, platform: 'p', log: createLog('silent') })
  const definition = { ports: [{ port: 80, protocol: 'http', title: '' }], memoryMb: 64 }
  const spec = { id: 'e', definition, variables: {} } as unknown as EnvironmentSpec
  await services.create(spec, new Map([['', 'busybox']]))
  manager.close()
  expect(bodies['/services/create']?.TaskTemplate?.LogDriver).toEqual({
    Name: 'json-file',
    Options: { 'max-size': '1m', 'max-file': '1' },
  })
})
