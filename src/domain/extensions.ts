import type { Extension } from '../api/contract.ts'

/**
 * Whether the backend has an extension.
 *
 * @param known its metadata, or the facts; null: nothing is known yet
 */
export const hasExtension = (
  known: { readonly extensions?: readonly string[] | undefined } | null,
  name: Extension,
): boolean => known?.extensions?.includes(name) ?? false
