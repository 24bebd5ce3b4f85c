// Runs the tests for every browser in an unchanged Firefox. It takes the options of `playwright test`.
import { spawnSync } from 'node:child_process'
import { findFirefox } from './browser.ts'

if (!findFirefox()) {
  console.error('No Firefox was found. Install one, or name its program in GUIDON_FIREFOX.')
  process.exit(1)
}
const args = ['test', '--project=firefox', ...process.argv.slice(2)]
const env = { ...process.env, GUIDON_EVERY_BROWSER: '1', PW_DISABLE_TS_ESM: '1' }
process.exitCode = spawnSync('playwright', args, { stdio: 'inherit', env }).status ?? 1
