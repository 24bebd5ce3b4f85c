import { registerHooks } from 'node:module'

/** What compiles texts of the app is part of its build. An app without views shows none. */
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
