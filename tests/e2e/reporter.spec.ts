import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { listen } from '../support/servers/listen.ts'
import { createDataFolder, removeDataFolder, spawnPlatform } from './platform.ts'
import { expect, playing, test } from './test.ts'

interface Report {
  release: string
  exception: { values: { value: string }[] }
  contexts: { machines: Record<string, unknown> }
  request: { url: string }
}

/** The parts of an error-reporting service that a page uses. */
async function startReceiver() {
  const envelopes: string[] = []
  const server = createServer(async (request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*')
    envelopes.push(await text(request))
    response.end('{}')
  })
  const port = await listen(server)
  return {
    dsn: `http://public@127.0.0.1:${port}/42`,
    envelopes,
    /** The events of all envelopes. */
    reports: () =>
      envelopes
        .map(envelope => envelope.split('\n').map(line => JSON.parse(line || '{}')))
        .filter(([, item]) => item?.type === 'event')
        .map(([, , event]) => event as Report),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

test('errors of a page are reported where a DSN is configured, without secrets', async ({
  browser,
}) => {
  const receiver = await startReceiver()
  const dataFolder = await createDataFolder()
  const platform = await spawnPlatform({ dataFolder, options: ['--sentry-dsn', receiver.dsn] })
  try {
    const page = await browser.newPage({ baseURL: platform.origin })
    const violations: string[] = []
    page.on('console', message => {
      if (/Content Security Policy/.test(message.text())) violations.push(message.text())
    })
    await page.route(
      /\/assets\/reporter-/,
      async route => {
        await page.evaluate(async () => {
          setTimeout(() => {
            throw new Error('broke while the reporter was loading')
          })
          await new Promise(resolve => setTimeout(resolve))
        })
        await route.continue()
      },
      { times: 1 },
    )
    await playing(page)
    await expect.poll(() => receiver.reports().length).toBe(1)
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /^Radio Check/ })
      .click()
    await page.getByRole('textbox', { name: 'Flag' }).fill('GUIDON{typed-secret}')
    await page.evaluate(() => {
      const key = Object.keys(sessionStorage).find(name => name.startsWith('oidc.user:')) ?? ''
      const { access_token: token } = JSON.parse(sessionStorage.getItem(key) ?? '{}')
      setTimeout(() => {
        throw new Error(`broke with GUIDON{thrown-secret} and Bearer ${token}`)
      })
      Promise.reject(new Error('rejected at https://ctf.example/?ticket=query-secret'))
    })
    await expect.poll(() => receiver.reports().length).toBe(3)
    const textOf = (report: Report) => report.exception.values[0]?.value ?? ''
    // Each report is sent on its own, so they come in any order.
    const [early, thrown, rejected] = receiver
      .reports()
      .sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1))
    expect(early && textOf(early)).toBe('broke while the reporter was loading')
    expect(thrown && textOf(thrown)).toBe('broke with [redacted]')
    expect(rejected && textOf(rejected)).toMatch(/^rejected at .*\[redacted\]$/)
    expect(thrown?.release).toMatch(/^guidon@\d+\.\d+\.\d+\+[\w-]{8}$/)
    expect(thrown?.request.url).toBe(`${platform.origin}/challenge/preflight/radio-check`)
    expect(thrown?.contexts.machines).toMatchObject({
      app: { running: { signedIn: 'ready' } },
      'app/session': { authenticated: 'fresh' },
      'app/network': { online: 'clear' },
    })
    expect(receiver.envelopes.join()).toContain('"infer_ip":"never"')
    expect(receiver.envelopes.join()).not.toMatch(/-secret|eyJ[\w-]+\.|refresh/)
    expect(violations).toEqual([])
    await page.close()
  } finally {
    await platform.stop()
    await removeDataFolder(dataFolder)
    await receiver.close()
  }
})

test('without a DSN nothing of the reporter is loaded', async ({ page }) => {
  const loaded: string[] = []
  page.on('request', request => loaded.push(new URL(request.url()).pathname))
  await playing(page)
  expect(loaded.filter(path => /reporter|sentry/i.test(path))).toEqual([])
  expect(loaded.some(path => /home-page/.test(path))).toBe(true)
})
