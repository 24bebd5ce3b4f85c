// Starts an environment, prints its address, and waits to be killed.
import { createProcessDriver } from '../../../platform/environments/process/driver.ts'
import { createLog } from '../../../platform/log.ts'
import { serviceSpec } from './service.ts'

const [, , asked, mark = ''] = process.argv
const sandbox = asked === 'plain' ? 'plain' : 'auto'
const driver = await createProcessDriver({ host: '127.0.0.1', log: createLog('silent'), sandbox })
const definition = { command: ['node', 'service.mjs', 'orphan', mark] }
const { endpoints } = await driver.start(
  serviceSpec('orphan', { definition }),
  new AbortController().signal,
)
console.log(JSON.stringify(endpoints[0]))
