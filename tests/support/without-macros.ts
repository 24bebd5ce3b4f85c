import { registerHooks } from 'node:module'

/** Only the app's build compiles its texts. An app without views shows none. */
const module = `data:text/javascript,${encodeURIComponent(`
export const t = () => { throw new Error('An app without views has no texts.') }
export const plural = t
`)}`

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@lingui/core/macro'
      ? { url: module, shortCircuit: true }
      : next(specifier, context),
})
