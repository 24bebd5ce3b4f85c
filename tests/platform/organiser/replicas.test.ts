import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../platform/database/open.ts'
import { organiserOf } from '../../../platform/organiser/open-database.ts'
import { eventually } from '../../support/eventually.ts'
import { writeFolder } from '../event/write-folder.ts'
import { createCluster } from '../replicas.ts'
import { files } from './organised.ts'

const settings = { name: 'Fair', start: '2026-06-01T10:00:00Z', end: '2026-06-02T10:00:00Z' }

test.skipIf(!process.env.DATABASE_URL)(
  'a command by the database reaches every replica, and so does one by another replica',
  async () => {
    const cluster = await createCluster({ eventFolder: await writeFolder(files(settings)) })
    onTestFinished(() => cluster.close())
    const replicas = [await cluster.start(), await cluster.start()] as const
    const [{ composition, database, clock }] = replicas
    const name = await database.db.execute(sql`select current_database() as name`)
    const url = new URL(process.env.DATABASE_URL ?? '')
    url.pathname = `/${(name as unknown as { rows: { name: string }[] }).rows[0]?.name}`
    const own = await openDatabase({ url: url.href })
    const organiser = await organiserOf(own, own.close, clock)
    onTestFinished(() => organiser.close())
    const shown = () =>
      replicas.map(one => one.composition.event.current.challenges.map(({ slug }) => slug))

    const hide = { command: 'hide', input: { challenges: ['web/one', 'web/two'] }, who: 'olga' }
    expect(await organiser.run(hide)).toMatchObject({ kind: 'done' })
    await eventually(() => expect(shown()).toEqual([['three'], ['three']]))
    const release = { ...hide, command: 'release' }
    expect(await composition.organiser.run(release)).toMatchObject({ kind: 'done' })
    await eventually(() =>
      expect(shown()).toEqual([Array(3), Array(3)].map(() => ['one', 'three', 'two'])),
    )
    // This process also reads the change before it plans.
    expect(await organiser.run(release)).toMatchObject({ kind: 'done', changes: [] })
  },
)
