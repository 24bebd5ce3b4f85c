// Import this before drizzle-orm.
import * as module from 'node:module'

/**
 * Node parses the exports of a package again for each module that it imports from it. drizzle-orm has 130 KB
 * of them, and some 150 modules: a fifth of the processor time of a start. What one of its modules imports
 * from another one needs no exports.
 */
module.registerHooks?.({
  resolve(specifier, context, next) {
    const from = context.parentURL
    const isOwn =
      /^\.{1,2}\/.*\.js$/.test(specifier) && from?.includes('/node_modules/drizzle-orm/')
    if (!isOwn || !context.conditions.includes('import')) return next(specifier, context)
    return { url: new URL(specifier, from).href, format: 'module', shortCircuit: true }
  },
})
