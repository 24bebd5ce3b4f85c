import { join } from 'node:path'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { afterPage } from './scripts/build/after-page.ts'
import { appName } from './scripts/build/app-file.ts'
import { classNames, onlyUsedNames } from './scripts/build/class-names.ts'
import { compileHints } from './scripts/build/compile-hints.ts'
import { early } from './scripts/build/early.ts'
import { firstPictures } from './scripts/build/first-pictures.ts'
import { helpersInApp } from './scripts/build/helpers-in-app.ts'
import { importFiles } from './scripts/build/import-files.ts'
import { lastTexts } from './scripts/build/last-texts.ts'
import { lazyMachines } from './scripts/build/lazy-machines.ts'
import { withoutInspector } from './scripts/build/without-inspector.ts'
import { worker } from './scripts/build/worker.ts'

const ui = join(import.meta.dirname, 'src/ui')

/** Modules that only the desktop's page loads. */
const ownModules = /novnc|desktop/
/** Shared modules that the desktop's page loads first, and the app does not. */
const ofDesktop =
  /\/(controls\/copy-field|art\/page-icons|text\/(file-size|kbd)|browser\/fullscreen|copy\/selectors)\./
/** Views and machines, with their effects. The Markdown renderer has its own files. */
const isOfPages = (id: string) =>
  /\/src\/(ui|machines|browser|wiring)\//.test(id) &&
  !/\/ui\/text\/(?!markdown(-urls)?\.)|desktop/.test(id)

/**
 * Two files at a time, since they wait for processes most of their time. A worker loads the platform and the database's
 * WebAssembly once, not for each file, which took a second and a half.
 */
const platform = {
  extends: true as const,
  test: {
    name: 'platform',
    include: ['tests/platform/**/*.test.ts', 'tests/attacks/**/*.test.ts'],
    setupFiles: ['tests/platform/reuse-databases.ts'],
    maxWorkers: 2,
    isolate: false,
    sequence: { groupOrder: 1 },
  },
}

/** The plugins that compile the sources. */
const ofSources = () => [
  babel({ presets: [linguiTransformerBabelPreset()] }),
  react(),
  lingui(),
  lastTexts(),
  classNames(join(ui, 'first-file.ts'), ui),
  onlyUsedNames(),
]

export default defineConfig({
  plugins: [
    ...ofSources(),
    early(),
    importFiles(),
    lazyMachines(),
    firstPictures(ofSources),
    worker(),
    withoutInspector(),
    helpersInApp(),
    afterPage(),
    compileHints(modules => modules.some(isOfPages)),
  ],
  resolve: {
    alias: [
      // React has this hook itself. The libraries still ask for the one that also serves React 17.
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
      {
        find: /^use-sync-external-store\/shim\/with-selector$/,
        replacement: 'use-sync-external-store/with-selector',
      },
      {
        find: /^\.\/xstate-dev\.esm\.js$/,
        replacement: join(import.meta.dirname, 'src/machines/no-dev-tools.ts'),
      },
      // Parts of the Markdown renderer that the app does not need.
      { find: /^property-information$/, replacement: join(ui, 'markdown/property-names.ts') },
      {
        find: /^(mdast-util-to-markdown|markdown-table)$/,
        replacement: join(ui, 'markdown/no-writing.ts'),
      },
    ],
  },
  build: {
    target: 'es2024',
    modulePreload: {
      // The browsers of this target support `modulepreload`.
      polyfill: false,
      // The files that a page names are loaded before any `import()`. Other files need no further preloads.
      resolveDependencies: (file, needed, { hostType }) =>
        hostType === 'html' ? needed : needed.filter(one => one !== file && !/\/app-/.test(one)),
    },
    // The browsers that support light-dark(): for older ones, it would be rewritten.
    cssTarget: ['chrome125', 'safari18.2', 'firefox130'],
    rolldownOptions: {
      input: ['index.html', 'desktop.html'],
      output: {
        // Few files on a slow connection: what the app loads at first comes in one. The desktop's page
        // shares it, since the app that embeds it has loaded it already.
        codeSplitting: {
          // The small modules that pages share also come in one file: each was a request of its own.
          groups: [
            {
              name: appName,
              tags: ['$initial'],
              test: id => !ownModules.test(id) && !ofDesktop.test(id),
            },
            { name: 'shared', minShareCount: 2, test: isOfPages },
          ],
        },
      },
    },
  },
  server: { port: 5173, strictPort: true },
  test: {
    globalSetup: 'tests/support/temporary-files.ts',
    // No test waits for time to pass: these bound how long a busy host may take.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      // Two workers, since each loads all that its files need, and each project has its own workers.
      project('units', [
        'tests/{api,browser,diagnostics,domain,machines,models,properties}/**/*.test.ts',
      ]),
      project(
        'views',
        ['tests/{browser,models}/**/*.test.tsx', 'tests/{ui,wire}/**/*.test.{ts,tsx}'],
        'jsdom',
        ['tests/support/testing-library.ts'],
      ),
      platform,
    ],
  },
})

function project(name: string, include: string[], environment = 'node', setupFiles: string[] = []) {
  // By default, Vitest leaves a core idle: with two cores, it would run one file after the other.
  return {
    extends: true as const,
    test: {
      name,
      include,
      environment,
      setupFiles,
      maxWorkers: '100%',
      // A worker keeps its modules and its document from file to file: tests clean up behind them.
      isolate: false,
      // Formats of dates are cached from file to file, so all files have one time zone.
      env: { TZ: 'Europe/Berlin' },
    },
  }
}
