import { configure, prettyDOM } from '@testing-library/react'
import { afterAll, vi } from 'vitest'

/** The library's own error. It draws the document only when somebody reads its message. */
function notFound(reason: string | null, container: Element): Error {
  const error = new Error()
  error.name = 'TestingLibraryElementError'
  // The first line of the stack is the test's.
  Error.captureStackTrace(error, notFound)
  let text: string | undefined
  const get = () => {
    text ??= [reason, prettyDOM(container)].filter(Boolean).join('\n\n')
    return text
  }
  // Configurable, since the library replaces the message of its last error when a wait fails.
  Object.defineProperty(error, 'message', { configurable: true, get })
  return error
}

configure({
  // Tests wait for modules that are loaded on demand. On a busy host, the library's one second is too short for
  // that. This one ends well before a test does.
  asyncUtilTimeout: 60_000,
  // A test often searches many times before it finds an element. Drawing the document each time took a quarter of the
  // processor time of `tests/wire`.
  getElementError: notFound,
})

// A page whose code still loads when its file of tests ends would be missing in the files that follow: they share
// their modules.
afterAll(() => vi.dynamicImportSettled())
