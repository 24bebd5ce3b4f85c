// Builds the app as developers run it into the folder that the first argument names.
import { build } from 'vite'

// The development server makes none either, and to make them takes a build of its own.
const withoutFirstPictures = {
  name: 'without-first-pictures',
  transformIndexHtml: {
    order: 'pre' as const,
    handler: (html: string) => html.replace('<!-- first picture -->', ''),
  },
}

await build({
  mode: 'development',
  logLevel: 'warn',
  plugins: [withoutFirstPictures],
  build: {
    outDir: process.argv[2] ?? '',
    emptyOutDir: true,
    minify: false,
    reportCompressedSize: false,
  },
})
