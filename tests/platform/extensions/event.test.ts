import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { writeEvent } from '../core/events.ts'
import { idleDesktops } from '../core/idle-engine.ts'
import { startPlatform, type TestPlatform } from '../start-platform.ts'

let platform: TestPlatform
let folder: string
const settings = { description: { en: 'Fun', de: 'Spaß' }, logo: 'logo.svg' }

beforeAll(async () => {
  folder = await writeEvent()
  await writeFile(join(folder, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  platform = await startPlatform({ eventFolder: folder, desktopDriver: withPrograms })
})
beforeEach(async () => {
  await write(settings)
  await platform.composition.reload()
})
afterAll(() => platform.close())

async function write(more: object) {
  const event = { name: 'Fair', start: 'first start', end: 'start + 1d', ...more }
  await writeFile(join(folder, 'event.yaml'), stringify(event))
}
/** Without this, the list would be the programs of this host. */
const withPrograms = { ...idleDesktops, programs: () => ['gdb'] }
const getEvent = async () => (await platform.fetch('/v1/event')).json()

test('the backend names its extensions, and says what the event is without a token', async () => {
  const { extensions } = await (await platform.fetch('/v1/metadata')).json()
  expect(extensions).toContain('event')
  expect(await getEvent()).toEqual({
    desktopPrograms: ['gdb'],
    name: 'Fair',
    description: { en: 'Fun', de: 'Spaß' },
    logoUrl: expect.stringMatching(/^\/v1\/event\/logo\?tag=\w+$/),
  })
})

test('the logo comes without a token, may be kept, and can run nothing', async () => {
  const { logoUrl } = await getEvent()
  const logo = await platform.fetch(logoUrl)
  expect(logo.headers.get('content-type')).toBe('image/svg+xml')
  expect(logo.headers.get('cache-control')).toContain('immutable')
  expect(logo.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
  // The app may be served by another site.
  expect(logo.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(await logo.text()).toContain('<svg')
  const old = await platform.fetch('/v1/event/logo?tag=old')
  expect(old.headers.get('cache-control')).toBe('no-cache')
})

test('changes by organisers are there after a reload; a mistake changes nothing', async () => {
  await write({ ...settings, contact: 'nobody' })
  await platform.composition.reload()
  expect(await getEvent()).not.toHaveProperty('contact')
  await write({ contact: 'help@example.org' })
  await platform.composition.reload()
  expect(await getEvent()).toEqual({
    name: 'Fair',
    contact: 'help@example.org',
    desktopPrograms: ['gdb'],
  })
  expect((await platform.fetch('/v1/event/logo')).status).toBe(404)
})

test('OpenAPI says which calls belong to an extension', async () => {
  const { paths } = await (await platform.fetch('/v1/openapi.json')).json()
  expect(paths['/v1/event'].get).toMatchObject({ 'x-extension': 'event', security: [] })
  const { schema } = paths['/v1/event'].get.responses[200].content['application/json']
  expect(schema.properties.rules).toEqual({
    type: 'object',
    additionalProperties: { type: 'string' },
  })
  expect(paths['/v1/user'].get).not.toHaveProperty('x-extension')
})
