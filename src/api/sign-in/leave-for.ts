import type { INavigator } from 'oidc-client-ts'

/** How a page leaves for the provider. `replace`: Back does not lead to it again. */
interface Leaving {
  readonly redirectMethod?: 'replace' | 'assign'
}

/**
 * Leaves the page for the provider. If the page cannot leave, the library's own way also stops everything that the page
 * still loads: code, texts, pictures.
 */
export const leaveFor: INavigator = {
  async prepare({ redirectMethod = 'assign' }: Leaving) {
    return {
      navigate: ({ url }) =>
        new Promise(resolve => {
          // The user came back, and the browser shows the page in its old state.
          window.addEventListener('pageshow', () => resolve({ url: location.href }), { once: true })
          location[redirectMethod](url)
        }),
      close() {},
    }
  },
  async callback() {},
}
