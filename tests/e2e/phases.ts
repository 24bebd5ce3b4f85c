import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  createDataFolder,
  type RunningPlatform,
  removeDataFolder,
  spawnPlatform,
} from './platform.ts'

/** The times of the demo event, moved. */
const times = {
  upcoming: 'start: first start + 3d\nend: first start + 5d',
  over: 'start: first start - 10d\nend: first start - 9d',
}

type Use = (platform: RunningPlatform) => Promise<void>

/** Runs `use` on a platform of its own, whose event is in another phase than the demo event. */
export const inPhase = (phase: keyof typeof times, use: Use) =>
  withEvent(yaml => yaml.replace(/^start:.*\nend:.*$/m, times[phase]), use)

/** Runs `use` on a platform of its own, with a changed `event.yaml` of the demo event. */
export async function withEvent(change: (yaml: string) => string, use: Use) {
  const folder = await createDataFolder()
  const event = join(folder, 'event')
  await cp('events/demo', event, { recursive: true })
  const file = join(event, 'event.yaml')
  const yaml = await readFile(file, 'utf8')
  await writeFile(file, change(yaml))
  const platform = await spawnPlatform({ dataFolder: join(folder, 'data'), event })
  try {
    await use(platform)
  } finally {
    await platform.stop()
    await removeDataFolder(folder)
  }
}
