import { spawnSync } from 'node:child_process'
import { findProgram } from '../../scripts/browser.ts'

/** Whether this host has all of these. */
export const hasPrograms = (...names: string[]) => names.every(name => findProgram(name))

/** Whether this user may mount file systems, in a namespace of its own. */
export const canMount = () => spawnSync('unshare', ['-rm', 'true']).status === 0
