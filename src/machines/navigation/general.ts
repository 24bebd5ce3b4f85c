import type { Facts } from '../../domain/facts.ts'
import { mayOpen } from './guard.ts'
import { type GeneralPage, pageNames, rulesOf } from './pages.ts'

const isGeneral = (name: string): name is GeneralPage =>
  pageNames.some(page => page === name && rulesOf(page).isGeneral)

/** The general pages that this user may open and is shown, in the order of the sidebar. */
export const generalPages = (facts: Facts): readonly GeneralPage[] =>
  pageNames.filter(isGeneral).filter(page => {
    const rules = rulesOf(page)
    if (typeof rules.isGeneral === 'function') return rules.isGeneral(facts)
    return mayOpen(rules, facts) === true
  })
