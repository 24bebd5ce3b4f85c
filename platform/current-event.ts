import type { Db } from './database/database.ts'
import type { EventDefinition } from './event/model.ts'

/** The event. A reload replaces it: read `current` again for each request. */
export interface CurrentEvent {
  readonly current: EventDefinition
}

/** The event of a platform, where organisers may move its end. */
export interface ChangingEvent extends CurrentEvent {
  /** The end as the database has it. Until the transaction ends, it stays so. */
  endIn(tx: Db): Promise<Date>
}
