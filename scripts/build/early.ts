import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { everyLanguage } from '../../src/domain/languages.ts'
import { type PageName, pageNames, rulesOf } from '../../src/machines/navigation/pages.ts'
import { appFileOf, type Chunk, chunksOf } from './app-file.ts'
import { modulesIn } from './modules-in.ts'

/** Marks the page that gets the script. */
const mark = '<!-- early -->'
/**
 * The script is placed before this tag and after the app's own code. So the requests for that code are sent
 * first, and the script does not wait for the styles.
 */
const place = '<link rel="stylesheet"'
const source = join(import.meta.dirname, '../../src')
const script = join(source, 'api/early/script.ts')

/** The files of each page and language, by the name that the script knows. They come after the app's own files. */
function modules(): Readonly<Record<string, readonly string[]>> {
  const views = modulesIn(join(source, 'ui/pages/page-views.tsx'), 'pageViews')
  const parts = modulesIn(join(source, 'wiring/parts.ts'), 'parts')
  const partOf = (page: PageName) => parts[rulesOf(page).part ?? '']
  const ofPages = pageNames.map(page => [
    page,
    [views[page], partOf(page)].filter(path => path !== undefined),
  ])
  const ofLanguages = everyLanguage.map(language => [
    language,
    [join(source, `locales/${language}.po`)],
  ])
  return {
    ...Object.fromEntries([...ofPages, ...ofLanguages]),
    signIn: [join(source, 'api/sign-in/oidc.ts')],
    background: ['wiring/background.ts', 'api/contract/later-calls.ts'].map(path =>
      join(source, path),
    ),
    markdown: [join(source, 'ui/markdown/markdown-body.tsx')],
  }
}

/** Puts the early script into the head of `index.html`, with the names of the built files. */
export function early(): Plugin {
  return {
    name: 'guidon:early',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        if (!bundle || !html.includes(mark)) return html
        const files = Object.fromEntries(
          Object.entries(modules()).map(([name, paths]) => [name, filesOf(bundle, paths)]),
        )
        if (!html.includes(place))
          throw new Error('The page has no style to put the early script before.')
        const later = `data-after-sign-in="${files.signIn?.join(' ')}"`
        const script = `<script ${later}>${(await scriptWith(files)).trim()}</script>`
        return html.replace(mark, '').replace(place, () => `${script}\n    ${place}`)
      },
    },
  }
}

function filesOf(bundle: Rolldown.OutputBundle, paths: readonly string[]): string[] {
  const chunks = chunksOf(bundle)
  const byName = new Map(chunks.map(chunk => [chunk.fileName, chunk]))
  const found = new Set<Chunk>()
  const add = (chunk: Chunk | undefined) => {
    if (!chunk || found.has(chunk)) return
    found.add(chunk)
    for (const name of chunk.imports) add(byName.get(name))
  }
  // The page already names these files.
  add(appFileOf(bundle))
  const ofApp = new Set(found)
  for (const path of paths) {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === path)
    if (!chunk) throw new Error(`No file of the build begins with ${path}.`)
    add(chunk)
  }
  const own = [...found].filter(chunk => !ofApp.has(chunk))
  const styles = own.flatMap(chunk => [...(chunk.viteMetadata?.importedCss ?? [])])
  return [...own.map(({ fileName }) => fileName), ...new Set(styles)].map(name => `/${name}`)
}

/** The table of pages without what the script does not read: who may open a page, and what is shown of it. */
const earlyPages = Object.fromEntries(
  pageNames.map(name => {
    const { path, publicBy, early } = rulesOf(name)
    return [name, { path, publicBy, early }]
  }),
)

const table = /export const pages = \{.*?\n\}/s

function withEarlyPages(): Plugin {
  return {
    name: 'guidon:early-pages',
    enforce: 'pre',
    transform(code, id) {
      if (id !== join(source, 'machines/navigation/pages.ts')) return null
      if (!table.test(code)) throw new Error(`The table of pages was not found in ${id}.`)
      return code.replace(table, () => `export const pages = ${JSON.stringify(earlyPages)}`)
    },
  }
}

async function scriptWith(files: Record<string, string[]>): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [withEarlyPages()],
    define: { earlyFiles: JSON.stringify(files) },
    build: {
      target: 'es2024',
      write: false,
      modulePreload: false,
      lib: { entry: script, formats: ['iife'], name: 'early' },
    },
  })
  const [output] = [result].flat() as Rolldown.RolldownOutput[]
  const code = output?.output[0]?.code ?? ''
  // This text would end the script element.
  if (!code || code.includes('</script')) throw new Error('The early script cannot be inlined.')
  return code
}
