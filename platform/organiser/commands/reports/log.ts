import { desc } from 'drizzle-orm'
import * as v from 'valibot'
import { organiserLog } from '../../../database/schema.ts'
import { block, count } from '../../../event/fields.ts'
import { viewCommand } from '../../command.ts'

const maxEntries = 10_000

/** What organisers did, newest first. */
export const showLog = viewCommand(
  block({
    last: v.optional(v.pipe(count, v.maxValue(maxEntries, `must be ${maxEntries} or less`)), 50),
  }),
  ({ database }, { last }) =>
    database.db.select().from(organiserLog).orderBy(desc(organiserLog.id)).limit(last),
)
