import { afterEach, expect, test, vi } from 'vitest'
import { chooseEngines } from '../../../platform/environments/choose-engines.ts'
import type { EngineChoice } from '../../../platform/environments/engine-choice.ts'
import type { EnvironmentDefinition } from '../../../platform/event/model.ts'
import { createLog } from '../../../platform/log.ts'
import { OptionsError } from '../../../platform/options/options-error.ts'
import { readOptions } from '../../../platform/options.ts'
import { StartError } from '../../../platform/start-error.ts'

afterEach(() => vi.unstubAllEnvs())

const choose = (choice: EngineChoice) =>
  chooseEngines({
    registry: null,
    range: null,
    choice,
    platform: 'test',
    host: '127.0.0.1',
    address: '127.0.0.1',
    log: createLog('silent'),
  })
const withoutDocker = () => vi.stubEnv('DOCKER_HOST', 'unix:///nowhere/docker.sock')
const imaged = { kind: 'image', image: 'nginx', ports: [] } as unknown as EnvironmentDefinition

test('Docker alone, where no engine answers, is one line that says what to do', async () => {
  withoutDocker()
  const refusal = choose('docker')
  await expect(refusal).rejects.toBeInstanceOf(StartError)
  await expect(refusal).rejects.toThrow(
    /^--environments docker: no Docker engine answers \(connect ENOENT \/nowhere\/docker\.sock\): start one, name it in DOCKER_HOST, or choose --environments process$/,
  )
})

test('without an engine, auto runs processes and says that images cannot be started', async () => {
  withoutDocker()
  const { driver, summary } = await choose('auto')
  expect(driver.name).toBe('process')
  expect(driver.unsupported(imaged)).toMatch(/that needs Docker$/)
  expect(summary).toBe(
    'processes; no Docker answers, so challenges with an image cannot be started',
  )
  await driver.close()
})

test('an engine is chosen by option or variable, and no other word is taken', () => {
  const chosen = (args: string[], variables = {}) => {
    const options = readOptions(args, variables)
    return options !== 'help' && options.environments
  }
  expect(chosen([])).toBe('auto')
  expect(chosen([], { ENVIRONMENTS: 'docker' })).toBe('docker')
  expect(chosen(['--environments', 'process'], { ENVIRONMENTS: 'docker' })).toBe('process')
  expect(() => chosen(['--environments', 'podman'])).toThrow(
    new OptionsError('--environments podman: give process, docker or auto'),
  )
})
