import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { writeEvent } from '../core/events.ts'
import { createCluster, type Replica } from '../replicas.ts'
import { createWrittenLog } from '../written-log.ts'

describe.skipIf(!process.env.DATABASE_URL)('a reload with several replicas', () => {
  let cluster: Awaited<ReturnType<typeof createCluster>>
  let one: Replica
  let two: Replica
  let folders: string[]

  beforeAll(async () => {
    folders = [await writeEvent(), await writeEvent()]
    cluster = await createCluster({ eventFolder: folders[0] })
    one = await cluster.start()
    two = await cluster.start({ eventFolder: folders[1] })
  })
  afterAll(() => cluster.close())

  test('a replica that starts with other files than another one logs a warning, one with the same files none', async () => {
    const other = await writeEvent()
    await rename(other)
    const start = async (eventFolder = '') => {
      const { log, written } = createWrittenLog('warn')
      const { close } = await cluster.start({ eventFolder, log })
      return { written, close }
    }
    const different = await start(other)
    await eventually(() => expect(different.written()).toContain('runs another event'))
    await different.close()
    const same = await start(folders[0])
    const third = await start(other)
    await eventually(() => expect(third.written().match(/runs another event/g)).toHaveLength(3))
    expect(same.written()).not.toContain('runs another event')
    for (const one of [same, third]) await one.close()
  })

  const rename = (folder = '') => appendFile(join(folder, 'event.yaml'), 'description: New\n')

  test('one command reloads all, and says which of them have other files', async () => {
    await rename(folders[0])
    const first = await one.composition.reload()
    expect(first.changes).toEqual(['~ details'])
    expect(first.replicas).toEqual([
      expect.stringMatching(/: runs another event: its folder has other files$/),
    ])
    await rename(folders[1])
    const second = await one.composition.reload()
    expect(second.changes).toEqual([])
    expect(second.replicas).toEqual([expect.stringMatching(/: runs the same event$/)])
    expect(two.composition.event.current.details).toEqual(one.composition.event.current.details)
  })
})
