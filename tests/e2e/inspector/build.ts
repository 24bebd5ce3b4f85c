// Builds the app as developers run it into the folder that the first argument names, and its inspector beside it.
import { build, type InlineConfig } from 'vite'

const common = (emptyOutDir: boolean) =>
  ({
    mode: 'development',
    logLevel: 'warn',
    build: {
      outDir: process.argv[2] ?? '',
      emptyOutDir,
      minify: false,
      reportCompressedSize: false,
    },
  }) satisfies InlineConfig

await build(common(true))
const inspector = common(false)
// By itself: the configuration puts what pages share into the app's own file.
await build({
  ...inspector,
  configFile: false,
  publicDir: false,
  build: { ...inspector.build, target: 'es2024', rolldownOptions: { input: ['inspector.html'] } },
})
