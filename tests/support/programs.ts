import { findProgram } from '../../scripts/browser.ts'

/** Whether this host has all of these. */
export const hasPrograms = (...names: string[]) => names.every(name => findProgram(name))
