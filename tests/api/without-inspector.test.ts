import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build } from 'vite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withoutInspector } from '../../scripts/build/without-inspector.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'guidon-inspector-'))
})
afterEach(() => rm(root, { recursive: true }))

async function builds(files: Readonly<Record<string, string>>, mode = 'production') {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  await build({
    root,
    mode,
    configFile: false,
    logLevel: 'silent',
    plugins: [withoutInspector()],
    build: { rolldownOptions: { input: join(root, 'src/main.js') }, modulePreload: false },
  })
}

test.each([
  ['src/inspector/store.js', `import './inspector/store.js'`],
  ['src/diagnostics/inspection/open.js', `import('./diagnostics/inspection/open.js')`],
  ['tools/statechart/drawing/layout.js', `import('../tools/statechart/drawing/layout.js')`],
  ['src/machines/copy/states.ts', `import './machines/copy/states.ts'`],
])('a build with %s fails, and names it', async (file, main) => {
  const files = { 'src/main.js': main, [file]: 'document.title = "inspected"' }
  await expect(builds(files)).rejects.toThrow(file)
  // A build for developers may have the inspector.
  await expect(builds(files, 'development')).resolves.toBeUndefined()
})

test('a build that drops it is good', async () => {
  await builds({
    'src/main.js': `const isInspected = false; if (isInspected) import('./inspector/store.js')`,
    'src/inspector/store.js': 'document.title = "inspected"',
  })
})
