import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin, type PluginOption, type Rolldown } from 'vite'
import { pictureId, pictureNames } from '../../src/api/early/pictures.ts'
import { everyLanguage } from '../../src/domain/languages.ts'
import { criticalCss } from './critical-css.ts'

/** Stands in `index.html` after the element that the app is shown in. */
const mark = '<!-- first picture -->'
const styleSheet = /\n\s*(<link rel="stylesheet"[^>]*>)/
const entry = join(import.meta.dirname, '../../src/prerender.tsx')

/**
 * Puts the app's first pictures into `index.html`, in every language, with the rules that they need. The app's
 * style sheet comes after them, so that a browser does not wait for it. The app's code does.
 *
 * @param ofSources the plugins that compile the app
 */
export function firstPictures(ofSources: () => PluginOption[]): Plugin {
  return {
    name: 'guidon:first-pictures',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        if (!bundle || !html.includes(mark)) return html
        const [found, link = ''] = styleSheet.exec(html) ?? []
        if (!found) throw new Error('The page has no style sheet to put the first pictures before.')
        const templates = (await prerendered(ofSources())).join('\n    ')
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
async function prerendered(plugins: PluginOption[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'guidon-pictures-'))
  try {
    const { prerender } = await loadApp(folder, plugins)
    const templates: string[] = []
    // One after the other: they share the active language.
    for (const language of everyLanguage) {
      for (const name of pictureNames) {
        const html = inert(await prerender(name, language))
        templates.push(`<template data-picture="${pictureId(name, language)}">${html}</template>`)
      }
    }
    return templates
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Without what the page's policy forbids, and without the title, which belongs to the page's head. */
function inert(html: string): string {
  return html.replace(/<title>.*?<\/title>/g, '').replaceAll(' style="', ' data-style="')
}

/** The app, compiled as for a browser. It loads more from the folder while it runs. */
async function loadApp(
  folder: string,
  plugins: PluginOption[],
): Promise<Pick<typeof import('../../src/prerender.tsx'), 'prerender'>> {
  await build({
    configFile: false,
    logLevel: 'error',
    plugins,
    ssr: { noExternal: true },
    build: {
      ssr: entry,
      target: 'es2024',
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: { output: { entryFileNames: 'prerender.mjs' } },
    },
  })
  return import(pathToFileURL(join(folder, 'prerender.mjs')).href)
}
