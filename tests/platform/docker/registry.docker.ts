import Docker from 'dockerode'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createImages } from '../../../platform/environments/docker/images.ts'
import { buildFolder, containerSpec, whyNoEngine } from './fixture.ts'
import { startRegistry, whyNoRegistry } from './registry.ts'

const reason = (await whyNoEngine()) ?? whyNoRegistry()

describe.skipIf(reason)(`a registry that wants a password ${reason ?? ''}`, () => {
  const docker = new Docker()
  let registry: Awaited<ReturnType<typeof startRegistry>>
  let image: string
  const platform = `test-${process.pid}`
  const open = () => createImages(docker, platform, `${registry.name}/ctf`)
  const forget = () => docker.getImage(image).remove({ force: true })

  beforeAll(async () => {
    // What lies on 127.0.0.1, an engine speaks to without TLS.
    registry = await startRegistry('127.0.0.1')
  })
  afterAll(async () => {
    await forget().catch(() => undefined)
    await registry.close()
    vi.unstubAllEnvs()
  })

  test('refuses anyone who has not signed in, and the failure says so', async () => {
    vi.stubEnv('DOCKER_CONFIG', '/nowhere')
    const folder = await buildFolder('exec sleep 1000')
    await expect(open().of(containerSpec('one', folder))).rejects.toThrow(
      /^pushing .+ failed: .*(auth|credentials)/,
    )
  })

  test('takes what is built, and gives it to another engine, as docker login says', async () => {
    vi.stubEnv('DOCKER_CONFIG', registry.folder)
    const folder = await buildFolder('exec sleep 1000')
    image = (await open().of(containerSpec('one', folder))).get('') ?? ''
    expect(image.replace(/[\da-f]{16}$/, 'HASH')).toBe(
      `${registry.name}/ctf/guidon-${platform}/web-telling-HASH`,
    )
    await forget()

    const spec = containerSpec('two', folder)
    const pulled = { ...spec, definition: { ...spec.definition, kind: 'image' as const, image } }
    vi.stubEnv('DOCKER_CONFIG', '/nowhere')
    await expect(open().of(pulled)).rejects.toThrow()
    vi.stubEnv('DOCKER_CONFIG', registry.folder)
    expect((await open().of(pulled)).get('')).toBe(image)
    expect((await docker.getImage(image).inspect()).Config.Cmd).toEqual(['sh', '/run.sh'])
  })
})
