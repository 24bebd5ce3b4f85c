import { resolve } from 'node:path'
import type { platformDesktopMachine } from '../../platform/desktop/machine.ts'
import type { leaseMachine } from '../../platform/environments/lease.ts'
import type { Descriptions, StatesOf } from '../../tools/statechart/described.ts'
import { machineFiles } from '../../tools/statechart/machine-files.ts'

const lease: StatesOf<typeof leaseMachine> = {
  '(root)': 'The life of one environment, from its row in the database until that row is deleted.',
  deciding: 'It checks whether the environment was found running after a restart.',
  starting: 'The engine starts it. Waiting in the queue is a part of that.',
  running: 'It runs.',
  'running.leased': 'It has a lease, and ends when that is over.',
  restarting: 'It is stopped to be started again.',
  'restarting.asking': 'The engine is asked to stop it.',
  'restarting.waiting': 'The engine failed. It is asked again after a delay.',
  stopping: 'It is being stopped.',
  'stopping.asking': 'The engine is asked to stop it.',
  'stopping.waiting': 'The engine failed. It is asked again after a delay.',
  releasing: 'Nothing runs any more. Its row is being deleted.',
  'releasing.asking': 'The database is asked to delete the row.',
  'releasing.waiting': 'The database failed. It is asked again after a delay.',
  ended: 'It was stopped, and is gone.',
  failed: 'It did not start or ended early, and is gone.',
}

const platformDesktop: StatesOf<typeof platformDesktopMachine> = {
  '(root)': "The life of one user's desktop on the platform.",
  deciding: 'It checks whether the desktop is new.',
  provisioning: 'Its home is being made.',
  starting: 'Its session is being started.',
  running: 'Its session runs.',
  'running.leased': 'It has a lease, and stops when that is over.',
  stopping: 'Its session is being stopped.',
  stopped: 'Nothing runs. Its home stays.',
  error: 'A step failed, and the reason is kept.',
  removing: 'A reset deletes it with its home.',
  removed: 'It is gone.',
}

/** They are beside their machines. Each file has one export. */
async function statesOfApp(): Promise<[string, Descriptions][]> {
  const ofApp = [...machineFiles()].filter(([, file]) => file.startsWith('src/'))
  return Promise.all(
    ofApp.map(async ([id, file]) => {
      const described: Record<string, Descriptions> = await import(resolve(file, '../states.ts'))
      return [id, Object.values(described)[0] ?? {}]
    }),
  )
}

/** What is true in each state of every machine, by the machine's id. */
export const states: ReadonlyMap<string, Descriptions> = new Map<string, Descriptions>([
  ...(await statesOfApp()),
  ['lease', lease],
  ['platform-desktop', platformDesktop],
])
