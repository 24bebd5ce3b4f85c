// Vite with hot reload in front of the platform: one origin, as in production.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, type Plugin } from 'vite'
import { answerFile, buildInspector } from './inspector/site.ts'

const host = '127.0.0.1'
const port = 5173
const platformPort = Number(process.env.PORT ?? 8080)
const origin = `http://${host}:${port}`
const target = `http://${host}:${platformPort}`

/** Fills the page's configuration as the platform does. */
const configuration: Plugin = {
  name: 'guidon-configuration',
  transformIndexHtml: html =>
    html.replace(
      /(<script type="application\/json" id="app-config">)[^<]*/,
      (_, opening) =>
        opening +
        JSON.stringify({
          apiBaseUrl: origin,
          oidcIssuerUrl: `${origin}/oidc`,
          oidcClientId: 'guidon',
          sentryDsn: '',
          idempotencyKeys: true,
        }),
    ),
}

const built = mkdtempSync(join(tmpdir(), 'guidon-inspector-'))

/** Builds the inspector whenever it is opened, so that it has the current machines. */
const inspector: Plugin = {
  name: 'guidon-inspector',
  configureServer({ middlewares }) {
    middlewares.use(async (request, response, next) => {
      try {
        if (request.url === '/inspector.html') await buildInspector(built)
        if (!(await answerFile(built, request, response))) next()
      } catch (error) {
        next(error)
      }
    })
  },
}

const platform = spawn(
  process.execPath,
  [
    'platform/main.ts',
    '--origin',
    origin,
    '--port',
    String(platformPort),
    ...process.argv.slice(2),
  ],
  { stdio: 'inherit' },
)
// Awaited from the start on: with a wrong option or with --help, it ends before Vite listens.
const ended = new Promise<number | null>(resolve => platform.on('exit', resolve))
const proxied = { target, ws: true }
const vite = await createServer({
  plugins: [configuration, inspector],
  server: {
    host,
    port,
    strictPort: true,
    proxy: { '/v1': proxied, '/oidc': proxied, '/desktop/': proxied },
  },
})
void ended.then(async code => {
  await vite.close()
  rmSync(built, { recursive: true, force: true })
  process.exit(code || process.exitCode)
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => platform.kill(signal))
try {
  await vite.listen()
  vite.printUrls()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
  platform.kill()
}
