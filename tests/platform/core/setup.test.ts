import { spawnSync } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const lacks =
  'node: error while loading shared libraries: libatomic.so.1: cannot open shared object file'

/** Sets up an empty checkout. @param npm replaces npm @param node replaces the project's Node */
async function setUp(npm: string, node: string) {
  const root = await mkdtemp(join(tmpdir(), 'guidon-setup-'))
  onTestFinished(() => rm(root, { recursive: true }))
  await mkdir(join(root, 'node_modules/.bin'), { recursive: true })
  await cp('scripts/setup.mjs', join(root, 'scripts/setup.mjs'))
  await writeFile(join(root, 'package-lock.json'), '{}')
  await writeFile(join(root, 'npm.js'), npm)
  const own = join(root, 'node_modules/.bin/node')
  await writeFile(own, `#!/bin/sh\n${node}\n`)
  await chmod(own, 0o755)
  return spawnSync(process.execPath, [join(root, 'scripts/setup.mjs')], {
    encoding: 'utf8',
    env: { ...process.env, npm_execpath: join(root, 'npm.js') },
  })
}

test.each([
  ['in an install script', `console.error('${lacks}'); process.exit(127)`, 'true'],
  ['when it starts', '', `echo "${lacks}" >&2; exit 127`],
])('where the project’s Node lacks a library %s, it says what to install', async (_, npm, node) => {
  const { status, stderr } = await setUp(npm, node)
  expect(status).toBe(1)
  expect(stderr).toContain('apt install libatomic1')
})

test('another failure of npm is shown as it is', async () => {
  const { status, stderr } = await setUp(`console.error('no room'); process.exit(28)`, 'true')
  expect(status).toBe(1)
  expect(stderr).toBe('no room\nguidon: npm install failed: exit code 28\n')
})

test('missing programs that can be installed are set up', async () => {
  const { status, stderr } = await setUp('', 'true')
  expect([status, stderr]).toEqual([0, ''])
})
