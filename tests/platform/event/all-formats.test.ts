import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { loadEvent } from '../../../platform/event/load.ts'
import { formatProblem } from '../../../platform/event/model.ts'
import { idleEngine } from '../core/idle-engine.ts'
import { startPlatform } from '../start-platform.ts'
import { firstStart } from './write-folder.ts'

const repositories = join(import.meta.dirname, 'fixtures/formats')
const documented = await readFile(join(import.meta.dirname, '../../../docs/events.md'), 'utf8')

/** The flags of each repository by challenge, and the messages about the rest. */
const formats = [
  {
    folder: 'ctfcli',
    flags: { Tides: 'port{ebb_and_flow}', Ferry: 'port{landed}' },
    started: ['Ferry'],
    reasons: [],
    row: '| ctfcli: `challenge.yml` | 2 of 2 | 2 | `image: .` with a Dockerfile | 2 |',
  },
  {
    folder: 'named',
    flags: { Buoy: 'port{buoy}', Anchor: 'port{anchor}' },
    started: [],
    reasons: [],
    row: '| several in one folder, each with a name before `challenge.yml` | 2 of 2 | 2 | – | 2 |',
  },
  {
    folder: 'kctf',
    flags: { Lock: 'port{opened}' },
    started: [],
    reasons: [
      "pwn/keyhole/challenge.yaml: is kCTF's and has no text and no flag; write a challenge.yml beside it",
    ],
    row: '| kCTF: its `challenge.yaml`, one with a `challenge.yml` beside it | 1 of 2 | 1 | where `connection_info` says | 1 |',
  },
  {
    folder: 'kubectf',
    flags: { Lighthouse: 'port{keeper}' },
    started: ['Lighthouse'],
    reasons: [],
    row: '| kubectf: `type: kubectf`, a manifest beside it | 1 of 1 | 1 | `extra.image`, `extra.port` | 1 |',
  },
  {
    folder: 'rcds',
    flags: { Semaphore: 'port{arms_out}', Buoys: 'port{fewer}' },
    started: ['Buoys'],
    reasons: [
      "crypto/semaphore/challenge.yaml:1: category: is missing; the folder's name 'crypto' is taken",
      "web/buoys/challenge.yaml:1: category: is missing; the folder's name 'web' is taken",
    ],
    row: '| rCDS: `challenge.yaml` with `provide`, `containers`, `expose` | 2 of 2 | 2 | its container | 2 |',
  },
  {
    folder: 'compose',
    flags: { Harbour: 'port{moored}' },
    started: ['Harbour'],
    reasons: [],
    row: '| compose: `image: __compose__` | 1 of 1 | 1 | its services together | 1 |',
  },
]

/** What `npm run show:formats` prints. */
const shown: object[] = []
afterAll(() => {
  if (process.env.SHOW_FORMATS) console.table(shown)
})

test.each(formats)('a repository of $folder is loaded, served and solved', async format => {
  const eventFolder = join(repositories, format.folder)
  const { event, warnings } = await loadEvent(eventFolder, { firstStart })
  expect(warnings.filter(({ severity }) => severity !== 'warning')).toEqual([])
  expect(warnings.map(formatProblem).filter(text => !text.startsWith('event.yaml: '))).toEqual(
    format.reasons,
  )
  const platform = await startPlatform({ eventFolder, environmentDriver: idleEngine })
  onTestFinished(platform.close)
  const alice = await platform.as('alice')
  const scoreGroup = event.scoreGroups[0]?.slug
  expect((await alice('POST', '/v1/score_groups/select', { scoreGroup })).status).toBe(204)
  const served: string[] = []
  const started: string[] = []
  // A challenge may require that an earlier one is solved.
  for (const [name, flag] of Object.entries(format.flags)) {
    const challenge = event.challenges.find(one => one.name === name)
    const at = (path = '') =>
      `/v1/challenges/${challenge?.slug}${path}?category=${challenge?.categorySlug}`
    const { body } = await alice('GET', at())
    expect(body.description).not.toBe('')
    served.push(body.name)
    if (challenge?.environment) {
      expect((await alice('PUT', at('/instance'))).status).toBe(204)
      started.push(name)
    }
    expect((await alice('POST', at('/solve'), { flag })).body).toEqual({ status: 1 })
  }
  const { completedChallenges } = (await alice('GET', '/v1/user/stats')).body
  expect(completedChallenges).toHaveLength(served.length)
  expect(served).toEqual(Object.keys(format.flags))
  expect(started).toEqual(format.started)
  expect(documented).toContain(format.row)
  shown.push({
    repository: format.folder,
    loaded: event.challenges.length,
    served: served.length,
    started: started.length,
    solved: completedChallenges.length,
    reasons: format.reasons.join('; '),
  })
})
