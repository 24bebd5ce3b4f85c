import { createContext, use } from 'react'
import type { Handout } from '../../api/contract.ts'

/** The files that a text may show as pictures. Null: a text that has none. */
const Handouts = createContext<readonly Handout[] | null>(null)
export const HandoutsProvider = Handouts.Provider
export const useHandouts = () => use(Handouts)
