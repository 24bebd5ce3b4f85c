import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeEvent } from '../core/events.ts'
import { createCluster, type Replica } from '../replicas.ts'

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
