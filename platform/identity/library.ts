/**
 * The main module of oidc-provider prints a warning on releases of Node that it does not know as LTS. The
 * warning cannot be turned off, so the parts of the library are imported directly.
 */
import type {
  errors as Errors,
  interactionPolicy as InteractionPolicy,
  Provider as ProviderClass,
} from 'oidc-provider'
// @ts-expect-error has no types of its own
import * as untypedErrors from 'oidc-provider/lib/helpers/errors.js'
// @ts-expect-error has no types of its own
import * as untypedPolicy from 'oidc-provider/lib/helpers/interaction_policy/index.js'
// @ts-expect-error has no types of its own
import { Provider as untypedProvider } from 'oidc-provider/lib/provider.js'

export const Provider: typeof ProviderClass = untypedProvider
export type Provider = ProviderClass
export const { base: basePolicy, Check }: Pick<typeof InteractionPolicy, 'base' | 'Check'> =
  untypedPolicy
export const errors: typeof Errors = untypedErrors
