import { createServer } from 'node:http'
import Docker from 'dockerode'
import { expect, test } from 'vitest'
import { createDockerDesktops } from '../../../../platform/desktop/docker/driver.ts'
import { createLog } from '../../../../platform/log.ts'
import { listen } from '../../../support/servers/listen.ts'

test('a desktop that is made while leftovers are looked for is not taken for one', async () => {
  const asked: string[] = []
  const Labels = { 'guidon.desktop': 'fresh' }
  const engine = createServer(({ method, url = '' }, response) => {
    const { pathname } = new URL(url, 'http://engine')
    asked.push(`${method} ${pathname}`)
    const answers: Record<string, unknown> = {
      '/containers/json': [{ Labels, State: 'running' }],
      '/volumes': { Volumes: [{ Labels }] },
    }
    response.end(JSON.stringify(answers[pathname] ?? {}))
  })
  const port = await listen(engine)
  const driver = await createDockerDesktops({
    docker: new Docker({ protocol: 'http', host: '127.0.0.1', port }),
    platform: 'swept',
    secret: 'of the tests',
    host: '127.0.0.1',
    address: '198.51.100.7',
    registry: null,
    homes: null,
    log: createLog('silent'),
    settings: () => ({ memoryMb: 512, homeMb: 32, internet: false, sound: false }),
    image: () => ({ kind: 'image', image: 'none' }),
  })
  await driver.sweep?.(async () => {
    // The row is there as soon as the engine shows the container.
    const all = new Set(asked.includes('GET /containers/json') ? ['fresh'] : [])
    return { all, alive: all }
  })
  expect(asked).toEqual(['GET /info', 'GET /containers/json', 'GET /volumes'])
  driver.close?.()
  engine.closeAllConnections()
  engine.close()
})
