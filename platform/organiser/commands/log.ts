import { desc } from 'drizzle-orm'
import * as v from 'valibot'
import { organiserLog } from '../../database/schema.ts'
import { block } from '../../event/fields.ts'
import { viewCommand } from '../command.ts'

const most = 10_000

/** What organisers did, newest first. */
export const showLog = viewCommand(
  block({ last: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(most)), 50) }),
  ({ database }, { last }) =>
    database.db.select().from(organiserLog).orderBy(desc(organiserLog.id)).limit(last),
)
