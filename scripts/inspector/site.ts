// Builds the inspector's page for production. With the development build of React, a frame of the event log takes twice
// the time. No folder that participants get contains the page.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'vite'
import { typeOfFile } from '../../platform/site/type-of-file.ts'

const root = join(import.meta.dirname, '../..')

/** Builds the inspector into a folder, in its own process: `NODE_ENV` says which React it has. */
export async function buildInspector(folder: string): Promise<void> {
  const env = { ...process.env, NODE_ENV: 'production' }
  await promisify(execFile)(process.execPath, [import.meta.filename, folder], { cwd: root, env })
}

/** Answers with a file of the built inspector. @returns whether it has that file */
export async function answerFile(
  folder: string,
  { url = '/' }: Pick<IncomingMessage, 'url'>,
  response: ServerResponse,
): Promise<boolean> {
  const { pathname } = new URL(url, 'http://inspector')
  const path = join(folder, pathname)
  if (pathname === '/' || !existsSync(path)) return false
  response.setHeader('content-type', typeOfFile(path))
  response.setHeader('cache-control', 'no-store')
  response.end(await readFile(path))
  return true
}

const [, , folder] = process.argv
if (import.meta.main && folder) {
  await build({
    // Without the app's configuration, which puts shared code into the app's own file.
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      outDir: folder,
      emptyOutDir: false,
      assetsDir: 'inspector-assets',
      target: 'es2024',
      reportCompressedSize: false,
      rolldownOptions: { input: ['inspector.html'] },
    },
  })
}
