// `npm run inspector`: serves the inspector by itself, for the file of a recording or of a participant's diagnostics.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answerFile, buildInspector } from './site.ts'

const folder = mkdtempSync(join(tmpdir(), 'guidon-inspector-'))
await buildInspector(folder)
const server = createServer(async (request, response) => {
  if (await answerFile(folder, request, response).catch(() => false)) return
  response.writeHead(404).end()
})
server.listen(Number(process.env.PORT ?? 5174), '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  console.log(`http://127.0.0.1:${port}/inspector.html`)
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    rmSync(folder, { recursive: true, force: true })
    process.exit()
  })
}
