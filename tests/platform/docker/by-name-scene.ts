import { connect } from 'node:net'
import type Docker from 'dockerode'
import { expect } from 'vitest'
import { createDockerDriver } from '../../../platform/environments/docker/driver.ts'
import { createLog } from '../../../platform/log.ts'
import type { Endpoint } from '../../../src/api/contract.ts'
import { eventually } from '../../support/eventually.ts'
import { writeEvent } from '../core/events.ts'
import { askFor, handshake } from '../environments/by-name/scene.ts'
import { startPlatform, type TestPlatform } from '../start-platform.ts'
import { buildOn } from './busybox.ts'
import { buildFolder } from './fixture.ts'

const domain = 'play.test'
// Nothing answers at this address, so that a Swarm uses the image that each engine has.
const image = '127.0.0.1:5/guidon-by-name/page'
const path = '/v1/challenges/page/instance?category=net'

/** Serves a page on 8080. On 8081, every request becomes a WebSocket that repeats what it gets. */
const serving = `
echo "of $FLAG" > /www/index.html
printf '%s\\n' 'while read -r line; do [ "$line" = "$(printf "\\r")" ] && break; done' \\
  'printf "HTTP/1.1 101 Switching Protocols\\r\\nConnection: upgrade\\r\\nUpgrade: websocket\\r\\n\\r\\n"' \\
  'exec cat' > /echo.sh
nc -ll -p 8081 -e sh /echo.sh &
exec httpd -f -p 8080 -h /www
`

const day = 86_400_000
const at = (days: number) => new Date(Date.now() + days * day).toISOString()

/**
 * A platform whose web pages run on this engine and have host names.
 *
 * @param host the address on which the engine opens ports
 * @param all the engines of a Swarm
 */
export async function startPages(
  docker: Docker,
  host: string,
  all: Docker[] = [docker],
): Promise<TestPlatform> {
  const folder = await buildFolder(serving)
  await Promise.all(all.map(one => buildOn(one, folder, image)))
  const ports = [8080, 8081].map(port => ({ port, protocol: 'http' }))
  const eventFolder = await writeEvent(
    {
      start: at(-1),
      end: at(1),
      postPlayEnd: at(2),
      teamMode: false,
      desktop: { enabled: false },
    },
    [
      {
        name: 'Page',
        category: 'Net',
        description: 'Look.',
        value: 100,
        flags: ['TEST{p}'],
        environment: { image, ports },
      },
    ],
  )
  // Participants see a name that does not resolve here.
  const environmentDriver = await createDockerDriver({
    docker,
    host,
    address: 'ctf.invalid',
    platform: `named-${process.pid}`,
    log: createLog('silent'),
    graceMs: 500,
  })
  return startPlatform({ eventFolder, environmentDriver, environmentsDomain: domain, listen: true })
}

/** A participant starts the page, reads it by its host name, and ends it. */
export async function playPage(platform: TestPlatform, user: string): Promise<void> {
  const call = await platform.as(user)
  await call('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
  expect((await call('PUT', path)).status).toBe(204)
  const [page, socket] = await eventually(async () => {
    const found = (await call('GET', path)).body.exposedEndpoints as Endpoint[]
    if (found.length < 2) throw new Error('it does not run yet')
    return found
  })
  expect(page).toMatchObject({ port: platform.port, protocol: 'http' })

  expect(await askFor(platform, `${page?.ip}`, '/')).toMatchObject({
    status: 200,
    text: expect.stringMatching(/^of /),
  })
  expect(await waitForEcho(platform.port, `${socket?.ip}`)).toContain('101 Switching Protocols')

  expect((await call('DELETE', path)).status).toBe(204)
  await eventually(async () => {
    expect((await askFor(platform, `${page?.ip}`, '/')).status).toBe(404)
    expect((await call('GET', path)).body.state).toBe('not-running')
  })
}

/** @returns all that came until the text sent over the WebSocket has come back */
const waitForEcho = (port: number, host: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let heard = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(handshake(host, '/')))
    socket.setEncoding('utf8').on('data', text => {
      if (heard === '') socket.write('repeat this')
      heard += text
      if (!heard.endsWith('repeat this')) return
      socket.destroy()
      resolve(heard)
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`it was closed after: ${heard}`)))
  })
