// The generated tests of `npm test`, at a depth of 20: `npm run test:long`. `npm run test:long -- 100`: of 100.
import { spawnSync } from 'node:child_process'

const depth = process.argv[2] ?? '20'
if (!/^[1-9]\d*$/.test(depth)) {
  console.error('npm run test:long -- TIMES: give a whole number from 1')
  process.exit(1)
}
const files = [
  'tests/models/models.test.ts',
  'tests/properties',
  'tests/platform/core/fuzz',
  'tests/platform/core/races',
  'tests/attacks/live/open-files',
]
const { status } = spawnSync('vitest', ['run', '--testTimeout=600000', ...files], {
  stdio: 'inherit',
  env: { ...process.env, GUIDON_DEPTH: depth },
})
process.exitCode = status ?? 1
