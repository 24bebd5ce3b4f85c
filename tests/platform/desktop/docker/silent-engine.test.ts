import { createServer } from 'node:http'
import Docker from 'dockerode'
import { expect, test } from 'vitest'
import { createDockerDesktops } from '../../../../platform/desktop/docker/driver.ts'
import { createLog } from '../../../../platform/log.ts'
import { listen } from '../../../support/servers/listen.ts'

test('a desktop that is started while the engine is away says that it is not reachable', async () => {
  const engine = createServer((_, response) => response.end('{}'))
  const port = await listen(engine)
  const driver = await createDockerDesktops({
    docker: new Docker({ protocol: 'http', host: '127.0.0.1', port }),
    platform: 'away',
    secret: 'of the tests',
    host: '127.0.0.1',
    address: '198.51.100.7',
    registry: null,
    homes: null,
    log: createLog('silent'),
    settings: () => ({ memoryMb: 512, homeMb: 32, internet: false, sound: false }),
    image: () => ({ kind: 'image', image: 'none' }),
  })
  engine.closeAllConnections()
  await new Promise(resolve => engine.close(resolve))
  await expect(driver.start('desk', new AbortController().signal)).rejects.toMatchObject({
    code: 'unreachable',
  })
  driver.close?.()
})
