import { expect, test } from 'vitest'
import { loadEvent } from '../../../platform/event/load.ts'
import { challenge, firstStart, leastEvent, writeFolder } from './write-event.ts'

const read = async (environment: string) => {
  const files = {
    'event.yaml': leastEvent,
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
      expect.stringMatching(/^left out: environment.capabilities\[0\]: is no capability that an/),
    ])
  },
)

test('capabilities have no effect on a command', async () => {
  const { environment, problems } = await read('command: node x, capabilities: [SYS_PTRACE]')
  expect(environment?.kind).toBe('process')
  expect(problems).toEqual(['warning: environment.capabilities: has no effect on a command'])
})
