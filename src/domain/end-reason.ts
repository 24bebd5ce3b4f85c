import { type EndReason, endReasons } from '../api/contract.ts'

/** A word that this build does not know is `unknown`: a newer backend may have more of them. */
export const endReasonIn = (word: string): EndReason | 'unknown' =>
  endReasons.find(known => known === word) ?? 'unknown'
