import type { ChangeContext } from '../command.ts'
import { type Decisions, decidedTopic, writeDecisions } from '../decisions/decisions.ts'

/** Makes all replicas, and this process, follow new decisions. */
export const followDecisions =
  ({ tx, bus, event }: ChangeContext, decisions: Decisions) =>
  async () => {
    await writeDecisions(tx, decisions)
    await bus.publishIn(tx, decidedTopic, null)
    return event.refresh
  }
