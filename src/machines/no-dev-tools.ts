/**
 * In the app's files, this replaces the part of XState that tells its developer tools about actors (`xstate-dev.esm.js`):
 * the app does not use them.
 */
export const devToolsAdapter = undefined
