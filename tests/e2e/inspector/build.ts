// Builds the app as developers run it into the folder that the first argument names.
import { build } from 'vite'

await build({
  mode: 'development',
  logLevel: 'warn',
  build: {
    outDir: process.argv[2] ?? '',
    emptyOutDir: true,
    minify: false,
    reportCompressedSize: false,
  },
})
