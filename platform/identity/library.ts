/**
 * The provider's own entry warns on every Node whose release it cannot name as LTS, on the console
 * and with no way to turn it off; what it exports is imported from where it stands.
 */
import type { errors as Errors, Provider as ProviderClass } from 'oidc-provider'
// @ts-expect-error has no types of its own
import * as untypedErrors from 'oidc-provider/lib/helpers/errors.js'
// @ts-expect-error has no types of its own
import { Provider as untypedProvider } from 'oidc-provider/lib/provider.js'

export const Provider: typeof ProviderClass = untypedProvider
export type Provider = ProviderClass
export const errors: typeof Errors = untypedErrors
