import { execFile } from 'node:child_process'
import { appendFile, chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createEvent } from '../../../platform/event/create.ts'
import { hostImage, isThere } from './host-image.ts'

const root = join(import.meta.dirname, '../../..')
const packed = join(root, '.cache/package')
const docker = async (...words: string[]) =>
  (await promisify(execFile)('docker', words)).stdout.trim()

/** With this host's own programs, so no registry is needed. */
async function makeBase(name: string) {
  const tools = ['env', 'mkdir', 'chown', 'ln'].map(tool => `/usr/bin/${tool}`)
  const folder = await hostImage([process.execPath, ...tools], [], '')
  const path = `${dirname(process.execPath)}:/usr/bin:/bin`
  await appendFile(join(folder, 'Dockerfile'), `ENV PATH=${path}\n`)
  await docker('build', '-q', '-t', name, folder)
  await rm(folder, { recursive: true })
}

test('the image runs an event without rights of root, and ends when it is asked to', {
  timeout: 600_000,
}, async ctx => {
  if (!(await isThere(join(packed, 'package.json'))))
    return ctx.skip('`npm run package` makes what the image has')
  const name = `guidon-image-${process.pid}`
  onTestFinished(async () => {
    await docker('rm', '-f', name)
    await docker('rmi', name, `${name}-base`)
  })
  await makeBase(`${name}-base`)
  const file = join(root, 'deploy/Dockerfile')
  await docker('build', '-q', '-t', name, '--build-arg', `BASE=${name}-base`, '-f', file, packed)

  const folder = await mkdtemp(join(tmpdir(), 'guidon-image-event-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await createEvent(folder)
  await chmod(folder, 0o755)
  const strict = ['--cap-drop', 'ALL', '--security-opt', 'no-new-privileges']
  const at = ['-p', '127.0.0.1::8080', '-v', `${folder}:/event:ro`]
  await docker('run', '-d', '--name', name, ...strict, ...at, name)
  const address = await docker('port', name, '8080')
  await vi.waitFor(
    async () => {
      const response = await fetch(`http://${address}/v1/health/ready`)
      expect(await response.json()).toMatchObject({ ready: true, dataFolder: 'ok' })
    },
    { timeout: 500_000, interval: 250 },
  )
  expect(await (await fetch(`http://${address}/`)).text()).toContain('app-config')
  expect(await docker('exec', name, 'id', '-u')).toBe('1000')
  expect(await docker('exec', name, 'guidon', 'organise', 'status')).toContain('web/guest-book')
  await docker('stop', '-t', '60', name)
  expect(await docker('inspect', '-f', '{{.State.ExitCode}}', name)).toBe('0')
})
