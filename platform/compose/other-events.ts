import type { CurrentEvent } from '../current-event.ts'
import { digestOf, summaryOf } from '../event/record/summary.ts'
import type { Log } from '../log.ts'
import { type AskOthersOptions, createAskOthers } from '../replicas/ask-others.ts'
import type { Replicas } from '../replicas/replicas.ts'

interface OtherEventsOptions extends AskOthersOptions {
  replicas: Pick<Replicas, 'id' | 'isAlone'>
  log: Log
  event: CurrentEvent
}

/**
 * Answers other replicas that start, and asks them which event they run: where the files differ, one replica accepts a
 * flag that another one refuses. Never rejects.
 */
export async function warnOfOtherEvents(options: OtherEventsOptions): Promise<void> {
  const { replicas, log, event } = options
  if (replicas.isAlone) return
  const digest = () => digestOf(summaryOf(event.current))
  const askOthers = createAskOthers(options, 'event.running', () => ({ digest: digest() }))
  try {
    const others = await askOthers()
    const mine = digest()
    for (const { replica, answer } of others)
      if (answer && answer.digest !== mine)
        log.warn(
          { replica },
          'another replica runs another event, so flags may be right there and wrong here: give both the same files and the same version, then reload',
        )
  } catch (error) {
    log.warn({ err: error }, 'the other replicas could not be asked which event they run')
  }
}
