import { execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ownPort } from '../../support/servers/own-port.ts'

const account = { username: 'organiser', password: 'a:secret' }

export function whyNoRegistry(): string | null {
  try {
    execFileSync('which', ['docker-registry'])
    return null
  } catch {
    return 'docker-registry is missing: apt-get install docker-registry'
  }
}

/**
 * A real registry that wants a password, and Docker's configuration as `docker login` leaves it.
 *
 * @param address the address of this host on which it listens
 */
export async function startRegistry(address: string) {
  const folder = await mkdtemp(join(tmpdir(), 'guidon-registry-'))
  const port = await ownPort(address)
  const name = `${address}:${port}`
  // The C library can make the kind of hash that the registry needs.
  const script = `print crypt($ARGV[0], '$2y$05$abcdefghijklmnopqrstuu')`
  const hash = execFileSync('perl', ['-e', script, account.password], { encoding: 'utf8' })
  await writeFile(join(folder, 'htpasswd'), `${account.username}:${hash}\n`)
  const config = {
    version: '0.1',
    storage: { filesystem: { rootdirectory: join(folder, 'data') } },
    http: { addr: name },
    auth: { htpasswd: { realm: 'guidon', path: join(folder, 'htpasswd') } },
  }
  await writeFile(join(folder, 'config.yml'), JSON.stringify(config))
  const auth = Buffer.from(`${account.username}:${account.password}`).toString('base64')
  await writeFile(join(folder, 'config.json'), JSON.stringify({ auths: { [name]: { auth } } }))

  const program = spawn('docker-registry', ['serve', join(folder, 'config.yml')], {
    stdio: 'ignore',
  })
  const isUp = () =>
    fetch(`http://${name}/v2/`).then(
      ({ status }) => status === 401,
      () => false,
    )
  for (let attempt = 0; attempt < 100 && !(await isUp()); attempt++) await delay(50)
  return {
    name,
    /** The folder of Docker's configuration, for DOCKER_CONFIG. */
    folder,
    async close() {
      program.kill()
      await rm(folder, { recursive: true })
    },
  }
}
