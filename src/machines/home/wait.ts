import { untilOver } from '../clock/wait.ts'
import { homeSetup } from './setup.ts'

/** The state after a 429. It lasts until the server accepts another attempt. */
export const wait = (id: 'joinWait' | 'createWait' | 'selectWait') =>
  homeSetup.createStateConfig({ id, after: untilOver(`#${id}`) })
