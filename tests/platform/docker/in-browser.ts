/** The browser tests of the desktop and its files, with desktops that are containers: part of `npm run test:docker`. */
import { spawnSync } from 'node:child_process'
import { findHeadlessBrowser } from '../../../scripts/browser.ts'
import { whyNoDesktopImage } from './desktop-image.ts'

const reason =
  (await whyNoDesktopImage()) ?? (findHeadlessBrowser() ? null : 'there is no Chromium')
if (reason) {
  console.log(`skipped: ${reason}`)
  process.exit()
}
const specs = ['desktop', 'files'].map(name => `tests/e2e/desktop/${name}.spec.ts`)
const { status } = spawnSync(
  'playwright',
  ['test', ...specs, '--project=chromium', '--workers=1'],
  { stdio: 'inherit', env: { ...process.env, GUIDON_DESKTOPS: 'docker' } },
)
process.exit(status ?? 1)
