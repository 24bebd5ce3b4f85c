// Tests the main job and the desktop in WebKitGTK: `npm run test:webkit`. If that is not installed, it skips them and
// prints the reason.
import { spawnSync } from 'node:child_process'
import { findProgram } from '../../scripts/browser.ts'
import { hasLayouts } from '../e2e/desktop/keyboard.ts'

const missing = ['WebKitWebDriver', 'Xvnc', 'openbox', 'setxkbmap'].filter(
  name => !findProgram(name),
)
if (missing.length > 0 || !(await hasLayouts())) {
  console.log(
    `skipped: ${missing.join(', ') || 'xkb-data'} is not installed. On Debian: apt install webkit2gtk-driver tigervnc-standalone-server openbox x11-xkb-utils`,
  )
  process.exit(0)
}
const vitest = [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--config',
  'tests/webkit/vitest.config.ts',
]
const { status } = spawnSync(process.execPath, [...vitest, ...process.argv.slice(2)], {
  stdio: 'inherit',
})
process.exitCode = status ?? 1
