import { expect, test } from 'vitest'
import { loadEvent } from '../../../platform/event/load.ts'
import { challenge, firstStart, minimalEvent, writeFolder } from './write-folder.ts'

const read = async (environment: string, more: Record<string, string> = {}) => {
  const files = {
    'event.yaml': minimalEvent,
    ...more,
    'pilot/challenge.yml': challenge(`flags: [x]\nenvironment: { ports: [80], ${environment} }`),
  }
  const { event, warnings } = await loadEvent(await writeFolder(files), { firstStart })
  return {
    environment: event.challenges[0]?.environment,
    problems: warnings.map(({ severity, field, message }) => `${severity}: ${field}: ${message}`),
  }
}

test('a container may ask for more capabilities by name', async () => {
  const asked = await read('image: nginx, capabilities: [SYS_PTRACE, cap_net_raw]')
  expect(asked.environment?.capabilities).toEqual(['SYS_PTRACE', 'NET_RAW'])
  expect(asked.problems).toEqual([])
})

test.each(['SYS_MODULE', 'DAC_READ_SEARCH', 'BPF', 'ALL', 'SYS_PTRACEE'])(
  '%s is none that it may have',
  async name => {
    const { environment, problems } = await read(`image: nginx, capabilities: [${name}]`)
    expect(environment).toBeUndefined()
    expect(problems).toEqual([
      expect.stringMatching(
        /^left out: environment.capabilities\[0\]: is not a capability that an/,
      ),
    ])
  },
)

test.each([
  ['{ port: 80, protcol: http }', 'ports[0].protcol: is not known here; did you mean protocol?'],
  [
    '{ port: 80, public: 8080 }',
    'ports[0].public: is not known here; known are port, protocol, title',
  ],
  ['{ port: 80, title: [a] }', 'ports[0].title: must be one text, for all languages'],
  ['{ port: 0 }', 'ports[0].port: must be 1 or more'],
  ['{ title: Shop }', 'ports[0].port: is missing'],
  ['70000', 'ports[0]: must be a port number, 1 to 65535'],
  ['80/udp', 'ports[0]: must be a port number, or a block of port, protocol and title'],
])('a port that is not one names what is wrong in it: %s', async (port, problem) => {
  const files = {
    'event.yaml': minimalEvent,
    'pilot/challenge.yml': challenge(`flags: [x]\nenvironment: { image: nginx, ports: [${port}] }`),
  }
  const { warnings } = await loadEvent(await writeFolder(files), { firstStart })
  expect(warnings.map(({ field, message }) => `${field}: ${message}`)).toEqual([
    `environment.${problem}`,
  ])
})

test.each([
  ['command: ./run.sh', "environment.command: './run.sh'"],
  ['command: sh run.sh', "environment.command: 'run.sh'"],
  ['build: .', "environment: 'run.sh'"],
])('a script with line ends of Windows is warned of: %s', async (environment, named) => {
  const program = { 'pilot/Dockerfile': 'FROM scratch\r\n', 'pilot/notes.txt': 'a\r\n' }
  const linux = await read(environment, { ...program, 'pilot/run.sh': '#!/bin/sh\necho "\r\n"\n' })
  expect(linux.problems).toEqual([])
  const windows = await read(environment, { ...program, 'pilot/run.sh': '#!/bin/sh\r\nid\r\n' })
  expect(windows.problems).toEqual([
    `warning: ${named} has line ends of Windows, so it may not start; save it with those of Linux (LF)`,
  ])
})

test('a script with line ends of Windows is warned of in the folder of a service of a compose file', async () => {
  const compose = 'services: { web: { build: web, ports: ["80"] }, cache: { image: redis } }'
  const { problems } = await read('compose: compose.yml', {
    'pilot/compose.yml': compose,
    'pilot/web/Dockerfile': 'FROM scratch',
    'pilot/web/start.sh': '#!/bin/sh\r\nid\r\n',
  })
  expect(problems).toEqual([
    "warning: environment.compose: compose.yml: services.web.build: 'start.sh' has line ends of Windows, so it may not start; save it with those of Linux (LF)",
  ])
})

test('capabilities have no effect on a command', async () => {
  const { environment, problems } = await read('command: node x, capabilities: [SYS_PTRACE]')
  expect(environment?.kind).toBe('process')
  expect(problems).toEqual(['warning: environment.capabilities: has no effect on a command'])
})

test('a challenge may have limits of its own', async () => {
  const { environment, problems } = await read(
    'image: nginx, cpus: 0.5, disk: 1 GB, internet: true, lifetime: 20m, extension: 10m, extendableInLast: 0s',
  )
  expect(environment).toMatchObject({
    cpus: 0.5,
    diskMb: 1024,
    internet: true,
    lease: { lifetimeMs: 1_200_000, extensionMs: 600_000, extendableInLastMs: 0 },
  })
  expect(problems).toEqual([])
})

test.each([
  ['cpus: 0', 'environment.cpus: must be 0.1 or more'],
  ['cpus: many', 'environment.cpus: must be a number, like 0.5 or 2'],
  ['disk: 1', 'environment.disk: must be 16 MB or more'],
  ['lifetime: 0h', 'environment.lifetime: must be 1m or more'],
  ['startTimeout: 0s', 'environment.startTimeout: must be 1s or more'],
  ['internet: allow', 'environment.internet: must be true or false'],
  [
    'lifetime: soon',
    "environment.lifetime: 'soon' is not a duration; write it like 30s, 45m, '1h 30m' or '2 days'",
  ],
])('%s is a mistake that is named', async (line, problem) => {
  const { environment, problems } = await read(`image: nginx, ${line}`)
  expect(environment).toBeUndefined()
  expect(problems).toEqual([`left out: ${problem}`])
})

test('a command has no internet, and the check says so', async () => {
  const { problems } = await read('command: node x, internet: true')
  expect(problems).toEqual([
    'warning: environment.internet: has no effect on a command, which reaches nothing',
  ])
})

test('the disk of event.yaml is for containers that say nothing of it', async () => {
  const files = {
    'event.yaml': `${minimalEvent}environments: { disk: 200 MB }\n`,
    'a/challenge.yml': challenge('flags: [x]\nenvironment: { image: nginx, ports: [80] }'),
    'b/challenge.yml': challenge(
      'flags: [x]\nenvironment: { command: node x, ports: [80] }',
    ).replace('Test Pilot', 'Command'),
    'c/challenge.yml': challenge(
      'flags: [x]\nenvironment: { image: nginx, ports: [80], disk: 1 GB }',
    ).replace('Test Pilot', 'Large'),
  }
  const { event } = await loadEvent(await writeFolder(files), { firstStart })
  const disks = event.challenges.map(({ slug, environment }) => [slug, environment?.diskMb])
  expect(Object.fromEntries(disks)).toEqual({ 'test-pilot': 200, command: undefined, large: 1024 })
})
