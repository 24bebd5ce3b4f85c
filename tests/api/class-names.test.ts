import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build } from 'vite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { classNames, onlyUsedNames } from '../../scripts/build/class-names.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'guidon-classes-'))
  for (const [path, text] of Object.entries(site)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
})
afterEach(() => rm(root, { recursive: true }))

const site = {
  'main.js': `import './ui/first-file.js'; import('./ui/page.js')`,
  'ui/first-file.js': `import.meta.glob('./*.module.css', { eager: true })`,
  'ui/page.js': `import css from './page.module.css'; document.title = css.greeting + css.name`,
  'ui/page.module.css':
    '.unused { top: 0 } .greeting { color: red } .name { animation: fade 1s } @keyframes fade {}',
  'ui/other.module.css': '.greeting { color: blue }',
}

async function built() {
  const ui = join(root, 'ui')
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [classNames(join(ui, 'first-file.js'), ui), onlyUsedNames()],
    build: { rolldownOptions: { input: join(root, 'main.js') }, modulePreload: false },
  })
  const names = await readdir(join(root, 'dist/assets'))
  const textOf = async (pattern: RegExp) => {
    const found = names.filter(name => pattern.test(name))
    return Promise.all(found.map(name => readFile(join(root, 'dist/assets', name), 'utf8')))
  }
  return {
    first: await textOf(/^main.*js$/),
    page: await textOf(/^page.*js$/),
    css: await textOf(/css$/),
  }
}

test('a page brings the names of its classes, and the first file the rules of all', async () => {
  const { first, page, css } = await built()
  expect(css).toHaveLength(1)
  const [greeting, name, other] = [
    /\.(\w+)\{color:red\}/,
    /\.(\w+)\{animation:/,
    /\.(\w+)\{color:(?:blue|#00f)\}/,
  ].map(rule => rule.exec(css[0] ?? '')?.[1])
  expect(new Set([greeting, name, other]).size).toBe(3)
  expect(page.join()).toContain(greeting)
  expect(page.join()).toContain(name)
  for (const known of [greeting, name, other]) expect(first.join()).not.toContain(known)
})

test('a page brings no names that it does not use', async () => {
  const { page, css } = await built()
  const unused = /\.(\w+)\{top:0/.exec(css[0] ?? '')?.[1]
  expect(unused).toBeDefined()
  expect(page.join()).not.toContain(unused)
})

test('equal sources get equal names', async () => {
  const { css } = await built()
  expect((await built()).css).toEqual(css)
})
