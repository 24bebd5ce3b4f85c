import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type Docker from 'dockerode'
import { expect, onTestFinished, test } from 'vitest'
import { createImages } from '../../../platform/environments/docker/images.ts'
import type { EnvironmentSpec } from '../../../platform/environments/driver.ts'

/** An engine that builds at once whatever it is given. */
const engine = {
  buildImage: async () => null,
  modem: { followProgress: (_: unknown, done: (error: null) => void) => done(null) },
} as unknown as Docker

/** The names of the images of a challenge, built from a Dockerfile for each of its services. */
async function namesOf(categorySlug: string, slug: string, services: string[] = []) {
  const folder = await mkdtemp(join(tmpdir(), 'guidon-images-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const build = (of: string) => ({ kind: 'build', folder, dockerfile: `Dockerfile.${of}` })
  const definition =
    services.length > 0
      ? { kind: 'compose', services: services.map(name => ({ name, program: build(name) })) }
      : build('one')
  const spec = { definition, categorySlug, slug } as unknown as EnvironmentSpec
  return [...(await createImages(engine, 'p', null).of(spec)).values()]
}

// https://github.com/distribution/reference/blob/main/regexp.go
const repository = /^guidon-p\/[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*$/

test.each([
  ['web', 'shop'],
  ['веб', 'магазин'],
  ['暗号', '一番'],
  ['web', `${'long-'.repeat(15)}name`],
])('the image of %s/%s has a name that engines take', async (category, slug) => {
  const names = await namesOf(category, slug, ['db_', 'web'])
  for (const name of [...names, ...(await namesOf(category, slug))])
    expect(name).toMatch(repository)
})

test('no two programs of an event share the name of an image', async () => {
  const names = [
    await namesOf('web', 'shop-db'),
    await namesOf('web-shop', 'db'),
    await namesOf('web', 'shop', ['db', 'd_b', 'd-b', 'd.b']),
    await namesOf('веб', 'магазин'),
    await namesOf('веб', 'почта'),
  ].flat()
  expect(new Set(names).size).toBe(names.length)
})
