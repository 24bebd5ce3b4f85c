import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { credentialsFor } from '../../../platform/engine/credentials.ts'

test.each([
  ['{"Username":"u","Secret":"s"}', { username: 'u', password: 's', serveraddress: 'a.example' }],
  ['{"Username":"<token>","Secret":"s"}', { identitytoken: 's', serveraddress: 'a.example' }],
  ['not JSON', {}],
  ['null', {}],
  ['{}', {}],
])('a credential helper that says %s', async (said, credentials) => {
  const folder = await mkdtemp(join(tmpdir(), 'guidon-docker-'))
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true })
  })
  await writeFile(join(folder, 'config.json'), '{"credsStore": "test"}')
  const helper = `#!/bin/sh\ncat >/dev/null\necho '${said}'\n`
  await writeFile(join(folder, 'docker-credential-test'), helper, { mode: 0o755 })
  vi.stubEnv('DOCKER_CONFIG', folder)
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`)
  expect(await credentialsFor('a.example/image')).toEqual(credentials)
})

test.each(['{', 'null', ''])('a configuration of Docker that is %j is named', async text => {
  const folder = await mkdtemp(join(tmpdir(), 'guidon-docker-'))
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true })
  })
  await writeFile(join(folder, 'config.json'), text)
  vi.stubEnv('DOCKER_CONFIG', folder)
  await expect(credentialsFor('a.example/image')).rejects.toThrow(
    `${join(folder, 'config.json')} is not in JSON`,
  )
})
