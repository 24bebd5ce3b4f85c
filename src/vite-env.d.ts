/// <reference types="vite/client" />
declare module '*.po' {
  import type { Messages } from '@lingui/core'

  export const messages: Messages
}

/** Made by `scripts/build/last-texts.ts`. */
declare module 'virtual:last-texts' {
  type Texts = ReturnType<typeof import('./ui/last-texts.ts').lastTexts>
  export const lastTexts: Readonly<Record<import('./domain/languages.ts').Language, Texts>>
}
