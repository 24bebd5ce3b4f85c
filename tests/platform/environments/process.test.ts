import { expect, test } from 'vitest'
import { groupLimits, kernelLimits } from '../../../platform/environments/process/limits.ts'
import { variablesOf } from '../../../platform/environments/process/variables.ts'
import type { EnvironmentDefinition } from '../../../platform/event/model.ts'

const definition = (more: object = {}) =>
  ({ memoryMb: 256, diskMb: 64, ports: [], ...more }) as unknown as EnvironmentDefinition

test('an environment has one processor, unless its challenge says otherwise', () => {
  expect(groupLimits(definition()).processors).toBe(1)
  expect(groupLimits(definition({ cpus: 0.5 })).processors).toBe(0.5)
})

test('the kernel counts tasks only where an environment has a user of its own', () => {
  expect(kernelLimits(definition(), { isOwnUser: true }).tasks).toBe(320)
  expect(kernelLimits(definition(), { isOwnUser: false }).tasks).toBe(null)
})

test('a service gets its flags, and each port by the title of the port', () => {
  const ports = [{ title: 'Web shell 2' }, { title: '' }, { title: 'admin' }]
  const spec = { variables: { FLAG: 'F{x}' }, definition: definition({ ports }) }
  expect(variablesOf(spec as never, [7001, 7002, 7003], '/bin')).toMatchObject({
    FLAG: 'F{x}',
    HOST: '127.0.0.1',
    PORT: '7001',
    PATH: '/bin',
    PORT_WEB_SHELL_2: '7001',
    PORT_ADMIN: '7003',
  })
})
