import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const bundle = join(import.meta.dirname, '../../../../.cache/page-trace.js')

/** Writes the script of the pages, once before all browser tests. */
export default async function writeBundle(): Promise<void> {
  // Workers ask this file for its path only.
  const { build } = await import('vite')
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      minify: false,
      lib: {
        entry: join(import.meta.dirname, 'in-page.ts'),
        formats: ['iife'],
        name: 'inPage',
      },
    },
  })
  const [output] = [built].flat()
  const [chunk] = output && 'output' in output ? output.output : []
  if (chunk?.type !== 'chunk') throw new Error('The script of the pages was not built.')
  mkdirSync(dirname(bundle), { recursive: true })
  writeFileSync(bundle, chunk.code)
}
