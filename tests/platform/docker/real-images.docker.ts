import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import Docker from 'dockerode'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createDockerDriver } from '../../../platform/environments/docker/driver.ts'
import type { EnvironmentDriver, EnvironmentSpec } from '../../../platform/environments/driver.ts'
import { createLog } from '../../../platform/log.ts'
import { neverAborted } from '../../support/never-aborted.ts'
import { whyNoEngine } from './fixture.ts'
import { hostImage, isThere } from './host-image.ts'

const reason = await whyNoEngine()
const has = {
  nginx: await isThere('/usr/sbin/nginx'),
  apache: await isThere('/usr/sbin/apache2'),
  socat: await isThere('/usr/bin/socat'),
  bwrap: await isThere('/usr/bin/bwrap'),
}
const platform = `real-${process.pid}`

const nginx = `
echo 'user www-data; daemon off; error_log stderr; events {}
http { access_log off; server { listen 80; root /var/www; } }' > /tmp/nginx.conf
exec nginx -c /tmp/nginx.conf
`
const apache = `
echo 'ServerName x
LoadModule mpm_event_module /usr/lib/apache2/modules/mod_mpm_event.so
LoadModule authz_core_module /usr/lib/apache2/modules/mod_authz_core.so
LoadModule dir_module /usr/lib/apache2/modules/mod_dir.so
User www-data
Group www-data
Listen 80
PidFile /tmp/pid
ErrorLog /dev/stderr
DocumentRoot /var/www
DirectoryIndex index.html' > /tmp/apache.conf
exec apache2 -f /tmp/apache.conf -D FOREGROUND
`
const asUser = (what: string) =>
  `exec socat TCP-LISTEN:31337,reuseaddr,fork EXEC:"setpriv --reuid 1000 --regid 1000 --clear-groups ${what}"`
/** Does what nsjail does first: it makes its own namespaces. */
const jail = 'exec socat TCP-LISTEN:31337,reuseaddr,fork EXEC:"unshare --mount --pid --fork id"'

describe.skipIf(reason)(`images as people make them ${reason ?? ''}`, () => {
  const docker = new Docker()
  let driver: EnvironmentDriver
  beforeAll(async () => {
    driver = await createDockerDriver({
      docker,
      platform,
      host: '127.0.0.1',
      log: createLog('silent'),
      graceMs: 500,
    })
  })
  afterEach(async () => {
    for (const { id } of await driver.list()) await driver.stop(id)
  })
  afterAll(() => driver.close())

  const start = (
    id: string,
    folder: string,
    port: { port: number; protocol: string },
    more: object = {},
  ) => {
    const spec: EnvironmentSpec = {
      id,
      accountId: 'a',
      categorySlug: 'web',
      slug: id,
      folder,
      variables: {},
      definition: {
        kind: 'build',
        folder,
        memoryMb: 256,
        startTimeoutMs: 8000,
        ...more,
        ports: [{ ...port, title: 'It' }],
      },
    }
    return driver.start(spec, neverAborted)
  }
  const http = { port: 80, protocol: 'http' }
  const tcp = { port: 31337, protocol: 'tcp' }
  const said = async (port = 0) => text(connect(port, '127.0.0.1'))

  test.skipIf(!has.nginx)('nginx serves as www-data, on port 80', async () => {
    const { endpoints } = await start(
      'nginx',
      await hostImage(['/usr/sbin/nginx'], ['/etc/nginx'], nginx),
      http,
    )
    expect(await (await fetch(`http://127.0.0.1:${endpoints[0]?.port}/`)).text()).toBe('served')
  })

  test.skipIf(!has.apache)('Apache serves as www-data, on port 80', async () => {
    const folder = await hostImage(['/usr/sbin/apache2'], ['/usr/lib/apache2/modules'], apache)
    const { endpoints } = await start('apache', folder, http)
    expect(await (await fetch(`http://127.0.0.1:${endpoints[0]?.port}/`)).text()).toBe('served')
  })

  test.skipIf(!has.socat)(
    'socat starts a program for each connection, as another user',
    async () => {
      const folder = await hostImage(['/usr/bin/socat'], [], asUser('id'))
      const { endpoints } = await start('socat', folder, tcp)
      expect(await said(endpoints[0]?.port)).toMatch(/^uid=1000\(ctf\) gid=1000\(ctf\)/)
    },
  )

  test.skipIf(!has.socat)('a service whose every connection dies is not running', async () => {
    const folder = await hostImage(['/usr/bin/socat'], [], asUser('/nowhere'))
    await expect(start('dying', folder, tcp)).rejects.toThrow(
      'no answer on its ports within 8000 ms',
    )
  })

  test.skipIf(!has.socat)('a jail in namespaces needs SYS_ADMIN, and gets it by name', async () => {
    const folder = await hostImage(['/usr/bin/socat', '/usr/bin/unshare'], [], jail)
    await expect(start('poor', folder, tcp)).rejects.toThrow('no answer on its ports')
    const { endpoints } = await start('jail', folder, tcp, { capabilities: ['SYS_ADMIN'] })
    expect(await said(endpoints[0]?.port)).toMatch(/^uid=0/)
  })

  // nsjail is in no package of Debian. This does the same: own namespaces, root and /proc, and another user.
  const own = '--ro-bind / / --proc /proc --dev /dev --tmpfs /tmp'
  const as = 'setpriv --reuid 1000 --regid 1000 --clear-groups'
  test.skipIf(!has.bwrap).each([
    ['root', `bwrap --unshare-pid --unshare-ipc --unshare-uts ${own} -- ${as} id`, /^uid=1000/],
    ['a user', `${as} bwrap --unshare-all --uid 7 --gid 7 ${own} -- id`, /^uid=7/],
  ])('a jail with its own root, made by %s, works with SYS_ADMIN', async (who, jailed, seen) => {
    const folder = await hostImage(
      ['/usr/bin/socat', '/usr/bin/bwrap'],
      [],
      `exec socat TCP-LISTEN:31337,reuseaddr,fork EXEC:"${jailed}"`,
    )
    const id = `bwrap-${who.at(-1)}`
    const { endpoints } = await start(id, folder, tcp, { capabilities: ['SYS_ADMIN'] })
    expect(await said(endpoints[0]?.port)).toMatch(seen)
  })

  test.skipIf(!has.socat)(
    'a container with SYS_ADMIN has a filter of system calls, and gets no new privileges',
    async () => {
      const folder = await hostImage(
        ['/usr/bin/socat', '/usr/bin/cat'],
        [],
        'exec socat TCP-LISTEN:31337,reuseaddr,fork EXEC:"cat /proc/self/status"',
      )
      const { endpoints } = await start('filter', folder, tcp, { capabilities: ['SYS_ADMIN'] })
      expect(await said(endpoints[0]?.port)).toMatch(/^NoNewPrivs:\t1\nSeccomp:\t2$/m)
    },
  )

  test('Python serves as another user', async () => {
    const { PYTHON = '/usr/bin/python3' } = process.env
    const script = "import sys; print(sys.prefix, '%d.%d' % sys.version_info[:2])"
    const { execFileSync } = await import('node:child_process')
    const [prefix, version] = execFileSync(PYTHON, ['-c', script], { encoding: 'utf8' })
      .trim()
      .split(' ')
    const folder = await hostImage(
      [PYTHON],
      [`${prefix}/lib/python${version}`],
      `cd /var/www; exec setpriv --reuid 1000 --regid 1000 --clear-groups ${PYTHON} -m http.server 80`,
    )
    const { endpoints } = await start('python', folder, http)
    expect(await (await fetch(`http://127.0.0.1:${endpoints[0]?.port}/`)).text()).toBe('served')
  })
})
