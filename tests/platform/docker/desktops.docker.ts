import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import Docker from 'dockerode'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openConnection } from '../../../platform/desktop/docker/connection.ts'
import { createDockerDesktops } from '../../../platform/desktop/docker/driver.ts'
import { keysOf } from '../../../platform/desktop/docker/keys.ts'
import type { DesktopDriver } from '../../../platform/desktop/driver.ts'
import { createPacketReader } from '../../../platform/desktop/sound/packets.ts'
import type { DesktopImage } from '../../../platform/event/model.ts'
import { createLog } from '../../../platform/log.ts'
import { maxImageSize } from '../../../src/api/contract/desktop/files.ts'
import { eventually } from '../../support/eventually.ts'
import { neverAborted } from '../../support/never-aborted.ts'
import { png } from '../../support/png.ts'
import { desktopBase, whyNoDesktopImage } from './desktop-image.ts'

const reason = await whyNoDesktopImage()
const platform = `desks-${process.pid}`
const secret = 'of the tests'
const log = createLog('silent')
const settings = { memoryMb: 512, homeMb: 40, internet: false, sound: true }

describe.skipIf(reason)(`desktops as containers ${reason ?? ''}`, () => {
  const docker = new Docker()
  let driver: DesktopDriver
  const ids: string[] = []
  let challenges: string
  const containerOf = (id: string) => docker.getContainer(`guidon-${platform}-desktop-${id}`)

  const open = (
    base: string,
    own = settings,
    image: DesktopImage = { kind: 'packages', base, packages: [] },
  ) =>
    createDockerDesktops({
      docker,
      platform,
      secret,
      host: '127.0.0.1',
      address: '198.51.100.7',
      registry: null,
      settings: () => own,
      image: () => image,
      homes: null,
      log,
      watchEveryMs: 200,
      measureSeconds: 1,
      challenges,
    })

  async function start(id = randomUUID() as string, of = driver): Promise<string> {
    ids.push(id)
    await of.provision(id)
    await of.start(id, neverAborted)
    return id
  }

  /** The output of a script that runs as a program of the player. */
  async function said(id: string, script: string, user = '1000:1000'): Promise<string> {
    const exec = await containerOf(id).exec({
      Cmd: ['sh', '-c', script],
      User: user,
      AttachStdout: true,
      AttachStderr: true,
      Tty: true,
    })
    const stream = (await exec.start({ Tty: true })) as Duplex
    let text = ''
    stream.on('data', data => {
      text += data
    })
    await once(stream, 'end')
    return text.replaceAll('\r', '')
  }

  async function reach(id: string) {
    const { NetworkSettings } = await containerOf(id).inspect()
    return Number(NetworkSettings.Ports['2222/tcp']?.[0]?.HostPort)
  }

  beforeAll(async () => {
    challenges = await mkdtemp(join(tmpdir(), 'guidon-challenges-'))
    await chmod(challenges, 0o777)
    await writeFile(join(challenges, 'app.py'), 'print(1)\n')
    // Only the read-only mount forbids a change.
    await chmod(join(challenges, 'app.py'), 0o666)
    driver = await open(await desktopBase(docker))
  }, 400_000)

  afterAll(async () => {
    for (const id of ids) await driver.remove(id)
    driver.close?.()
    await rm(challenges, { recursive: true })
    const filters = { label: [`guidon.desktops=${platform}`] }
    expect(await docker.listContainers({ all: true, filters })).toEqual([])
    expect((await docker.listVolumes({ filters })).Volumes).toEqual([])
    await docker.getNetwork(`guidon-${platform}-desktops`).remove()
    await docker.getImage(`127.0.0.1:5/guidon-${platform}/desktop`).remove()
  })

  test('one shows its picture, keeps its home when it stops, and loses it when it is removed', async () => {
    const id = await start()
    const picture = await driver.connect(id)
    const [greeting] = (await once(picture, 'data')) as [Buffer]
    expect(greeting.toString()).toMatch(/^RFB 003\.008/)
    picture.destroy()
    await said(id, 'echo kept > /home/player/note')
    await driver.stop(id)
    await expect(containerOf(id).inspect()).rejects.toMatchObject({ statusCode: 404 })
    await expect(driver.connect(id)).rejects.toThrow('does not run')
    await start(id)
    expect(await said(id, 'cat /home/player/note')).toBe('kept\n')
    await driver.remove(id)
    await start(id)
    expect(await said(id, 'ls /home/player')).toBe('')
  })

  test('an image goes into its clipboard and out again, no matter who has the clipboard', async () => {
    const id = await start()
    const images = driver.imagesOf(id)
    expect(await images.take(1000)).toBeNull()
    const picture = png({ width: 300, height: 200 })
    await images.give(picture)
    expect(Buffer.from((await images.take(maxImageSize)) ?? [])).toEqual(picture)
    expect(Buffer.from((await images.take(10)) ?? [])).toEqual(picture.subarray(0, 11))
    await said(id, 'pkill -STOP xclip')
    await expect(images.take(1000)).rejects.toMatchObject({ code: 'silent' })
    await said(id, 'pkill -KILL xclip')
    await images.give(picture)
    await driver.stop(id)
    await expect(images.give(picture)).rejects.toMatchObject({ code: 'silent' })
  })

  test('its programs are heard as long as somebody listens', async () => {
    const id = await start()
    const recordings = () => said(id, "pgrep -fc '[s]ound.py'; true")
    const stream = await driver.soundOf?.(id)?.open(neverAborted)
    let isReady = false
    const packets: Buffer[] = []
    const read = createPacketReader({
      ready: () => {
        isReady = true
      },
      packet: data => packets.push(data),
    })
    stream?.on('data', read)
    await eventually(() => expect(isReady).toBe(true))
    expect(packets).toEqual([])
    const tone = 'import os; os.write(1, bytes([0, 0, 0, 0, 0, 40, 0, 40]) * 48000)'
    const pacat =
      'pacat --server=unix:/run/desktop/pulse.sock --format=s16le --rate=48000 --channels=2'
    await said(id, `python3 -c '${tone}' | ${pacat}`)
    // Two seconds, 50 packets each.
    await eventually(() => expect(packets.length).toBeGreaterThan(90))
    expect(await recordings()).toBe('1\n')
    stream?.destroy()
    await eventually(async () => expect(await recordings()).toBe('0\n'))
  })

  test('the size of its texts can be set', async () => {
    const id = await start()
    await driver.setScale(id, 150)
    const resources = 'DISPLAY=:100 XAUTHORITY=/run/desktop/Xauthority xrdb -query'
    expect(await said(id, resources)).toMatch(/Xft\.dpi:\s+144/)
  })

  describe('its player', () => {
    let id: string
    let other: string
    beforeAll(async () => {
      ;[id, other] = [await start(), await start()]
    })

    test('has no rights, and cannot change what the platform put there', async () => {
      const pid = (await said(id, 'pgrep -x openbox | head -n 1')).trim()
      const status = await said(id, `cat /proc/${pid}/status`)
      expect(status).toMatch(/^Uid:\s+1000\s+1000\s+1000/m)
      for (const kind of ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'])
        expect(status).toMatch(new RegExp(`^${kind}:\\s+0000000000000000$`, 'm'))
      expect(status).toMatch(/^NoNewPrivs:\s+1$/m)
      expect(await said(id, 'touch /opt/desktop/x /etc/x /usr/bin/x; echo done')).toMatch(
        /Read-only.*Read-only.*Read-only.*done/s,
      )
      expect(await said(id, 'cd /challenges; cat app.py; echo >>app.py; rm -f app.py')).toMatch(
        /^print\(1\)\n.*Read-only.*Read-only/s,
      )
      expect(await said(id, 'find / -xdev -perm /6000 -type f 2>/dev/null')).toBe('')
      expect(await said(id, 'cat /proc/1/environ; ls /run/keeper; kill -9 1')).toMatch(
        /(denied|not permitted).*denied.*not permitted/s,
      )
    })

    test('has the limits of the event', async () => {
      const { HostConfig, Config } = await containerOf(id).inspect()
      // No node may look for the image in a registry where others can put one.
      expect(Config.Image).toBe(`127.0.0.1:5/guidon-${platform}/desktop`)
      expect(HostConfig).toMatchObject({
        Memory: 512 * 2 ** 20,
        MemorySwap: 512 * 2 ** 20,
        PidsLimit: 512,
        CapDrop: ['ALL'],
        SecurityOpt: ['no-new-privileges'],
        ReadonlyRootfs: true,
      })
      expect(HostConfig.NanoCpus).toBeLessThanOrEqual(2e9)
    })

    test('reaches no other desktop, nothing of the host, and not the way into its own', async () => {
      const { NetworkSettings } = await containerOf(other).inspect()
      const network = NetworkSettings.Networks[`guidon-${platform}-desktops`]
      const peers = [`${network?.IPAddress} 2222`, `${network?.Gateway} 22`, '1.1.1.1 53']
      const server = createServer().listen(0, '0.0.0.0')
      await once(server, 'listening')
      peers.push(`${network?.Gateway} ${(server.address() as { port: number }).port}`)
      for (const peer of peers)
        expect(await said(id, `nc -z -w 2 ${peer} && echo reached || echo missed`)).toBe('missed\n')
      server.close()
      // The engine must not ask the host's resolver for it either.
      expect(await said(id, 'getent hosts example.org || echo unknown')).toBe('unknown\n')
      // A desktop knows its host key. That key does not let it sign in to another desktop.
      const { host } = keysOf(secret, id)
      expect(await said(id, 'cat /run/desktop/ssh/host')).toBe(host.secret)
      const signal = AbortSignal.timeout(10_000)
      const port = await reach(other)
      const way = { host: '127.0.0.1', port, desktop: other, log, signal }
      const stolen = { ...keysOf(secret, other), client: host }
      await expect(openConnection({ ...way, keys: stolen })).rejects.toThrow(/authentication/)
      // A desktop that pretends to be another one is refused.
      const wrong = { ...way, port: await reach(id), keys: keysOf(secret, other) }
      await expect(openConnection(wrong)).rejects.toThrow(/verification|handshake/i)
    })

    test("reaches its user's environments by the address that the user sees, while they run", async () => {
      const echo: Server = createServer(socket => socket.end('of the environment\n'))
      echo.listen(0, '127.0.0.1')
      await once(echo, 'listening')
      const { port } = echo.address() as { port: number }
      const target = { host: '127.0.0.1', port }
      const shown = { ip: '198.51.100.7', port: 31_337, transport: 'tcp', target } as const
      await driver.forwardPorts(id, [shown])
      expect(await said(id, 'nc -w 2 198.51.100.7 31337 </dev/null')).toBe('of the environment\n')
      expect(await said(other, 'nc -w 2 198.51.100.7 31337 </dev/null; echo $?')).toBe('1\n')
      await driver.forwardPorts(id, [])
      expect(await said(id, 'nc -w 2 198.51.100.7 31337 </dev/null; echo $?')).toBe('1\n')
      echo.close()
    })
  })

  test('one that fills its home is ended, with the reason, and keeps its files', async () => {
    const id = await start()
    const ended = Promise.withResolvers<unknown[]>()
    const unwatch = driver.watch((...end) => end[0] === id && ended.resolve(end))
    void said(id, 'head -c 60000000 /dev/zero | split -b 4000000 - /home/player/full')
    expect(await ended.promise).toEqual([id, expect.stringContaining('full'), 'disk'])
    unwatch()
    await expect(driver.connect(id)).rejects.toThrow('does not run')
  })

  test('it starts again after its image was removed', async () => {
    const id = await start()
    await driver.stop(id)
    await docker.getImage(`127.0.0.1:5/guidon-${platform}/desktop`).remove({ force: true })
    await Promise.all([start(id), start()])
    expect((await containerOf(id).inspect()).State.Running).toBe(true)
  })

  test('with the internet, it reaches its host by no public address', async () => {
    const [own, later] = ['203.0.113.77', '203.0.113.99']
    const change = (how: string, address: string) =>
      execFileSync('ip', ['address', how, `${address}/32`, 'dev', 'lo'])
    onTestFinished(() => {
      for (const address of [own, later]) change('delete', address)
    })
    const server = createServer(socket => socket.end()).listen(0, '0.0.0.0')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    change('add', own)
    const driverWithInternet = await open(await desktopBase(docker), {
      ...settings,
      internet: true,
    })
    const id = await start(undefined, driverWithInternet)
    // The internet, as far as the desktop knows: it was no address of the host when the desktop started.
    change('add', later)
    const look = (address: string) =>
      said(id, `nc -z -w 2 ${address} ${port} && echo reached || echo missed`)
    expect(await look(later)).toBe('reached\n')
    expect(await look(own)).toBe('missed\n')
    await driverWithInternet.stop(id)
    driverWithInternet.close?.()
  })

  test('the volumes of its image go with its container', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'guidon-volume-'))
    const base = await desktopBase(docker)
    await writeFile(join(folder, 'Dockerfile'), `FROM ${base}\nVOLUME /data\n`)
    const image = { kind: 'build', folder, dockerfile: 'Dockerfile' } as const
    const own = await open(base, settings, image)
    const id = await start(undefined, own)
    const { Mounts } = await containerOf(id).inspect()
    const volume = docker.getVolume(
      Mounts.find(({ Destination }) => Destination === '/data')?.Name ?? '',
    )
    await volume.inspect()
    await own.stop(id)
    await expect(volume.inspect()).rejects.toMatchObject({ statusCode: 404 })
    own.close?.()
    await docker.getImage(`127.0.0.1:5/guidon-${platform}/desktop-base`).remove({ force: true })
    await rm(folder, { recursive: true })
  })

  test('one that somebody else removes at the same time can be reset, and started', async () => {
    const id = await start()
    const inUse = containerOf(id).remove({ force: true, v: true })
    await Promise.all([inUse, driver.remove(id)])
    expect(
      (await docker.listVolumes({ filters: { label: [`guidon.desktop=${id}`] } })).Volumes,
    ).toEqual([])
    await start(id)
    await Promise.all([containerOf(id).remove({ force: true, v: true }), start(id)])
    expect((await containerOf(id).inspect()).State.Running).toBe(true)
  })

  test('one whose programs take every process is ended with the reason, and its home stays measured', async () => {
    const id = await start()
    const ended = Promise.withResolvers<unknown[]>()
    const unwatch = driver.watch((...end) => end[0] === id && ended.resolve(end))
    const bomb = [
      ...['import os, time', 'end = time.time() + 60', 'while time.time() < end:'],
      ...[' try:', '  if os.fork() == 0: time.sleep(60); os._exit(0)', ' except OSError: pass'],
    ].join('\n')
    void said(id, `python3 -c "${bomb}"`)
    expect(await ended.promise).toEqual([id, expect.any(String), 'processes'])
    unwatch()
  })

  test('one whose measuring was killed, as for want of memory, is ended; so is one whose session was', async () => {
    for (const which of ['--newest', '--oldest']) {
      const id = await start()
      const ended = Promise.withResolvers<unknown[]>()
      const unwatch = driver.watch((...end) => end[0] === id && ended.resolve(end))
      await said(id, `pkill -KILL --parent 1 ${which} -f keeper.sh`, '0:0')
      expect(await ended.promise).toEqual([
        ...[id, expect.stringContaining('exit code 137'), undefined],
      ])
      unwatch()
    }
  })

  test('one that fills the pipe of its messages is measured all the same', async () => {
    const id = await start()
    const ended = Promise.withResolvers<unknown[]>()
    const unwatch = driver.watch((...end) => end[0] === id && ended.resolve(end))
    // A debugger of the player can write to it.
    await said(id, 'pkill -STOP -f [s]ession.sh; timeout 1 yes >/run/keeper/messages; true', '0:0')
    await said(id, 'head -c 39000000 /dev/zero >/home/player/nearly; sleep 3')
    void said(id, 'head -c 60000000 /dev/zero | split -b 4000000 - /home/player/full')
    expect(await ended.promise).toEqual([id, expect.stringContaining('full'), 'disk'])
    unwatch()
  })

  test('one whose user logs out has ended without a failure; one whose display is killed has failed', async () => {
    for (const [signal, why] of [
      ['INT', null],
      ['KILL', expect.stringContaining('exit code 137')],
    ] as const) {
      const id = await start()
      const ended = Promise.withResolvers<unknown[]>()
      const unwatch = driver.watch((...end) => end[0] === id && ended.resolve(end))
      await said(id, `pkill -${signal} Xvnc`)
      expect((await ended.promise).slice(0, 2)).toEqual([id, why])
      unwatch()
    }
  })

  test('one that a platform left running is found by the next one, as it was', async () => {
    const first = await open(await desktopBase(docker))
    const id = await start(undefined, first)
    await said(id, 'echo here >/tmp/here')
    const { Id } = await containerOf(id).inspect()
    first.close?.()
    const next = await open(await desktopBase(docker))
    expect(await next.adopt?.(id)).toBe(true)
    expect((await containerOf(id).inspect()).Id).toBe(Id)
    const picture = await next.connect(id)
    expect(`${(await once(picture, 'data'))[0]}`).toMatch(/^RFB 003\.008/)
    picture.destroy()
    expect(await said(id, 'cat /tmp/here')).toBe('here\n')
    await next.stop(id)
    expect(await next.adopt?.(id)).toBe(false)
    next.close?.()
  })

  test('one that cannot start says why', async () => {
    const broken = await createDockerDesktops({
      docker,
      platform,
      secret,
      host: '127.0.0.1',
      address: '198.51.100.7',
      registry: null,
      settings: () => settings,
      homes: null,
      log,
      image: () => ({ kind: 'image', image: 'guidon-test/nothing-here' }),
    })
    await expect(broken.start(randomUUID(), neverAborted)).rejects.toThrow(/nothing-here/)
    broken.close?.()
  })

  test('leftovers are swept: containers that nobody looks after, and homes of desktops that are gone', async () => {
    const [used, lost] = [await start(), await start()]
    const fresh = await open(await desktopBase(docker))
    await fresh.sweep?.(async () => ({
      all: new Set([used, ...ids.filter(id => id !== lost)]),
      alive: new Set([used]),
    }))
    await expect(containerOf(lost).inspect()).rejects.toMatchObject({ statusCode: 404 })
    expect((await containerOf(used).inspect()).State.Running).toBe(true)
    const filters = { label: [`guidon.desktop=${lost}`] }
    expect((await docker.listVolumes({ filters })).Volumes).toEqual([])
    fresh.close?.()
  })

  test('a cut connection is opened again', async () => {
    const id = await start()
    const picture = await driver.connect(id)
    const closed = once(picture, 'close')
    picture.resume()
    await said(id, 'pkill -f sshd.*player', '0:0')
    await said(id, "pkill -f 'sshd: player'")
    await closed
    await eventually(async () => (await driver.connect(id)).destroy())
  })
})
