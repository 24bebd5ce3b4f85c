import { chmod, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin, type PluginOption, type Rolldown } from 'vite'
import { pictureId, pictureNames } from '../../src/api/early/pictures.ts'
import { everyLanguage } from '../../src/domain/languages.ts'
import { criticalCss } from './critical-css.ts'

/** `index.html` has it after the element that the app is shown in. */
const mark = '<!-- first picture -->'
const styleSheet = /\n\s*(<link rel="stylesheet"[^>]*>)/
const source = join(import.meta.dirname, '../../src')
/**
 * The folder, in the built one, with the app for the platform's process that renders pages. The platform does not serve
 * it.
 */
const rendererFolder = '.renderer'

/**
 * Puts the app's first pictures into `index.html`, in every language, with the rules that they need. The app's
 * style sheet comes after them, so that a browser does not wait for it. The app's code does. Beside the built app
 * it puts what renders pages for the platform.
 *
 * @param ofSources the plugins that compile the app
 */
export function firstPictures(ofSources: () => PluginOption[]): Plugin {
  let folder = ''
  let mode = ''
  return {
    name: 'guidon:first-pictures',
    // Builds for developers have none, like the development server: the first pictures take a second build.
    apply: (_, { command, mode }) => command === 'build' && mode !== 'development',
    configResolved(config) {
      mode = config.mode
    },
    async writeBundle({ dir = '' }) {
      if (folder) await cp(folder, join(dir, rendererFolder), { recursive: true })
    },
    async closeBundle() {
      if (folder) await rm(folder, { recursive: true, force: true })
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        if (!bundle || !html.includes(mark)) return html
        const [found, link = ''] = styleSheet.exec(html) ?? []
        if (!found) throw new Error('The page has no style sheet to put the first pictures before.')
        folder = await mkdtemp(join(tmpdir(), 'guidon-pictures-'))
        // The copy in the build has the same mode, and the platform may run as another user.
        await chmod(folder, 0o755)
        await buildForNode(folder, mode, ofSources())
        const templates = (await prerendered(folder)).join('\n    ')
        const rules = criticalCss(sourceOf(bundle, link), templates)
        const script = '<script>globalThis.showFirstPicture?.()</script>'
        return html
          .replace(found, () => `\n    <style>${rules}</style>`)
          .replace(mark, () => [templates, script, link].join('\n    '))
      },
    },
  }
}

/** The style sheet that a tag names. */
function sourceOf(bundle: Rolldown.OutputBundle, link: string): string {
  const file = Object.values(bundle).find(({ fileName }) => link.includes(`/${fileName}"`))
  if (file?.type !== 'asset') throw new Error(`The build has no style sheet for ${link}.`)
  return String(file.source)
}

/** A template for each picture and language. */
async function prerendered(folder: string): Promise<string[]> {
  const { prerender }: Pick<typeof import('../../src/prerender.tsx'), 'prerender'> = await import(
    pathToFileURL(join(folder, 'prerender.mjs')).href
  )
  const templates: string[] = []
  // In sequence: they share the active language.
  for (const language of everyLanguage) {
    for (const name of pictureNames) {
      const html = await prerender(name, language)
      templates.push(`<template data-picture="${pictureId(name, language)}">${html}</template>`)
    }
  }
  return templates
}

/** Compiles the app as for a browser. The result loads further files from the folder while it runs. */
async function buildForNode(folder: string, mode: string, plugins: PluginOption[]): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    plugins,
    ssr: { noExternal: true },
    mode,
    define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
    build: {
      ssr: true,
      copyPublicDir: false,
      target: 'es2024',
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: {
        input: ['prerender', 'render-page'].map(name => join(source, `${name}.tsx`)),
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  })
}
