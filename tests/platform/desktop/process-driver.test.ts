import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createProcessDriver } from '../../../platform/desktop/processes/driver.ts'
import type { Sandbox } from '../../../platform/desktop/processes/sandbox.ts'
import { createLog } from '../../../platform/log.ts'
import { eventually } from '../../support/eventually.ts'

/** A driver that runs this script as its sessions. */
async function driverOf(script: string) {
  const folder = await mkdtemp(join(tmpdir(), 'guidon-driver-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const sandbox: Sandbox = {
    confines: false,
    around: places => ({
      seen: { ...places, session: '/' },
      command: ['/bin/sh', '-c', script],
      inputs: [],
    }),
  }
  const settings = () => ({ memoryMb: 64, homeMb: 64, internet: false, sound: false })
  const address = '127.0.0.1'
  const log = createLog('silent')
  const options = { folder, sandbox, settings, address, log, startTimeoutMs: 60_000 }
  return { folder, driver: createProcessDriver(options) }
}
const start = async (script: string) => {
  const { driver } = await driverOf(script)
  return driver.start('one', new AbortController().signal)
}

test('a display that does not come in time is an error with the time and its output', async () => {
  const late = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal)
  onTestFinished(() => timeout.mockRestore())
  const { driver, folder } = await driverOf('echo no fonts >&2; : >said; sleep 60')
  const refused = expect(driver.start('one', new AbortController().signal)).rejects.toThrow(
    /did not start within 60000 ms.*no fonts/,
  )
  await eventually(() => access(join(folder, 'one/run/said')))
  expect(timeout).toHaveBeenCalledExactlyOnceWith(60_000)
  late.abort()
  await refused
})

test('a display that ends at once is an error with its code and its output', async () => {
  await expect(start('echo no screens >&2; exit 3')).rejects.toThrow('exit code 3: no screens')
  await expect(start('kill -9 $$')).rejects.toThrow('SIGKILL: none')
})

test('a session that reads no messages does not keep the platform sending, and gets later ones again', async () => {
  const display = "require('net').createServer().listen('rfb.sock')"
  const script = `node -e "${display}" & echo 1 >display; : >ready
    until test -e go; do sleep 0.02; done; cat >said`
  const { driver, folder } = await driverOf(script)
  await driver.start('one', new AbortController().signal)
  for (let count = 0; count < 30_000; count++) await driver.setScale('one', 100)
  await writeFile(join(folder, 'one/run/go'), '')
  const said = () => readFile(join(folder, 'one/run/said'), 'utf8')
  await eventually(async () => {
    await driver.setScale('one', 175)
    expect(await said()).toMatch(/scale 175\n$/)
  })
  // A pipe takes 64 KB, and Node keeps 64 KB at most.
  expect((await said()).replaceAll('scale 175\n', '').length).toBeLessThan(150_000)
  await driver.stop('one')
})

test('pages that come while the display takes no more connections wait for it', async () => {
  const listen = "listen({ path: 'rfb.sock', backlog: 1 })"
  const display = `require('net').createServer(page => page.end('hello')).${listen}`
  const { driver, folder } = await driverOf(
    `echo $$ >pid; echo 1 >display; : >ready; exec node -e "${display}"`,
  )
  await driver.start('one', new AbortController().signal)
  const first = await driver.connect('one')
  const [hello] = await once(first, 'data')
  expect(String(hello)).toBe('hello')
  const pid = Number(await readFile(join(folder, 'one/run/pid'), 'utf8'))
  process.kill(pid, 'SIGSTOP')
  const pages = Array.from({ length: 5 }, async () => {
    const page = await driver.connect('one')
    return String((await once(page, 'data'))[0])
  })
  process.kill(pid, 'SIGCONT')
  expect(await Promise.all(pages)).toEqual(Array(5).fill('hello'))
  await driver.stop('one')
})

test('a desktop that is removed at any moment of its start leaves no folder', async () => {
  const { driver, folder } = await driverOf('sleep 60')
  for (let moment = 0; moment < 40; moment++) {
    const id = `desktop-${moment}`
    const controller = new AbortController()
    const starting = driver.start(id, controller.signal)
    const isRefused = expect(starting).rejects.toThrow()
    for (let turn = 0; turn < moment; turn++) await setImmediate()
    controller.abort()
    await driver.remove(id)
    await isRefused
    expect(await readdir(folder)).toEqual([])
  }
})

test('a removal during which the platform is killed is finished by the next one', async () => {
  const { driver, folder } = await driverOf('')
  await driver.provision('one')
  await writeFile(join(folder, 'one/home/file'), '')
  const programs = await mkdtemp(join(tmpdir(), 'guidon-programs-'))
  onTestFinished(() => rm(programs, { recursive: true }))
  // It is called before anything is deleted.
  const chmod = `#!/bin/sh\ncase "$*" in *"${folder}/one"*) [ ! -e "$3" ] || kill -9 $PPID;; esac\n`
  await writeFile(join(programs, 'chmod'), chmod, { mode: 0o755 })
  const source = join(import.meta.dirname, '../../../platform/desktop/processes/driver.ts')
  const script = `import { createProcessDriver } from '${source}'
    const log = { warn() {}, error() {}, info() {} }
    await createProcessDriver({ folder: '${folder}', log, settings() {}, sandbox: {} }).remove('one')`
  const { signal } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    env: { PATH: `${programs}:${process.env.PATH}` },
  })
  expect(signal).toBe('SIGKILL')
  await expect(access(join(folder, 'one'))).rejects.toThrow('ENOENT')
  await driver.clear()
  expect(await readdir(folder)).toEqual([])
})
