import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import Docker from 'dockerode'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import {
  type FilesDesktop,
  type FilesScene,
  filesPlatform,
  startFilesScene,
} from '../desktop/files-scene.ts'
import { whyNoDesktopImage } from './desktop-image.ts'

const reason = await whyNoDesktopImage()
const docker = new Docker()
const mb = 2 ** 20

describe.skipIf(reason)(`files of desktops as containers ${reason ?? ''}`, () => {
  let scene: FilesScene
  let alice: FilesDesktop
  beforeAll(async () => {
    scene = await startFilesScene()
    alice = await scene.desktopOf('alice')
  })
  afterAll(() => scene.close())

  /** Runs a script as the player. */
  async function run(script: string): Promise<void> {
    const container = docker.getContainer(`guidon-${filesPlatform}-desktop-${alice.id}`)
    const exec = await container.exec({
      Cmd: ['sh', '-c', script],
      User: '1000:1000',
      AttachStdout: true,
      Tty: true,
    })
    const stream = (await exec.start({ Tty: true })) as Duplex
    await once(stream.resume(), 'end')
  }
  const cut = () => run("pkill -f '^sshd: player'")

  test('a file goes on in both directions where the connection was cut', async () => {
    const bytes = randomBytes(8 * mb)
    const upload = randomUUID()
    const sent = await alice.put(upload, 'cut', bytes.length, 0, bytes.subarray(0, 3 * mb))
    expect(sent.received).toBe(3 * mb)
    await cut()
    const rest = await eventually(async () => {
      const { received, error } = await alice.state(upload, 'cut', bytes.length)
      expect(error).toBeUndefined()
      return alice.put(upload, 'cut', bytes.length, received, bytes.subarray(received))
    })
    expect(rest).toMatchObject({ name: 'cut', received: bytes.length })
    expect(await readFile(join(alice.home, 'Downloads/cut'))).toEqual(bytes)

    const whole = await alice.call('content?path=Downloads/cut')
    const reader = whole.body?.getReader()
    await reader?.read()
    await cut()
    const readAll = async () => {
      while (!(await reader?.read())?.done);
    }
    await expect(readAll()).rejects.toThrow()
    const etag = whole.headers.get('etag') ?? ''
    const headers = { range: `bytes=${mb}-`, 'if-range': etag }
    await eventually(async () => {
      const response = await alice.call('content?path=Downloads/cut', { headers })
      expect(response.status).toBe(206)
      expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes.subarray(mb))
    })
  })

  test('a file that is replaced by one of the same size within a second is another one', async () => {
    const tagOf = async () => {
      const response = await alice.call('content?path=same')
      await response.body?.cancel()
      return response.headers.get('etag')
    }
    await run('cd; echo one >same; touch -d 2026-01-01T00:00:00.1 same')
    const before = await tagOf()
    expect(await tagOf()).toBe(before)
    await run('cd; echo two >same; touch -d 2026-01-01T00:00:00.2 same')
    expect(await tagOf()).not.toBe(before)
  })

  test.each([
    ['without an end', 'yes'],
    ['nothing', 'sleep 1000'],
  ])('a participant whose own program answers %s harms only themselves', async (_, program) => {
    await run(
      `cd; rm -f asked; printf '#!/bin/sh\necho x >asked\nexec ${program}\n' >answer; chmod +x answer
         cd /run/desktop/ssh; sed -i 's|^Subsystem.*|Subsystem sftp /home/player/answer|' config
         pkill -x sshd; setsid /usr/sbin/sshd -f /run/desktop/ssh/config`,
    )
    await eventually(async () => {
      expect(await alice.ask('list?path=')).toEqual({ status: 503, error: 'unreachable' })
      expect(existsSync(join(alice.home, 'asked'))).toBe(true)
    })
  })

  test("the start-up files of a home's shell do not keep its desktop from starting", async () => {
    await scene.desktops.stop('alice')
    await writeFile(join(alice.home, '.bashrc'), 'echo hello; exec sleep 1000\n')
    await eventually(async () => expect((await scene.desktops.get('alice')).status).toBe('stopped'))
    await scene.desktops.start('alice')
    await eventually(async () => {
      expect((await scene.desktops.get('alice')).status).toBe('running')
    })
    expect(await alice.ask('list?path=')).toMatchObject({ status: 200 })
  })
})
