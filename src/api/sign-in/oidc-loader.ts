import type { AppConfig } from '../config.ts'
import type { Oidc } from './oidc.ts'
import { UnreachableError } from './unreachable-error.ts'

/** Loads oidc-client-ts when it is needed first. */
export function createOidcLoader(config: AppConfig) {
  let loading: Promise<Oidc> | undefined
  const load = () => {
    loading ??= import('./oidc.ts').then(({ createOidc }) => createOidc(config))
    // A chunk that could not be loaded is requested again.
    loading.catch(() => {
      loading = undefined
    })
    return loading
  }

  return {
    load,
    /** @throws UnreachableError */
    async use<T>(work: (oidc: Oidc) => Promise<T>): Promise<T> {
      try {
        return await work(await load())
      } catch (error) {
        throw UnreachableError.from(error)
      }
    },
  }
}
