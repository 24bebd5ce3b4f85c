import type { ActorView } from '../diagnostics/inspection/messages.ts'
import { Chart } from './chart.tsx'
import styles from './detail.module.css'
import { machines } from './machines.ts'
import { SendEvent } from './send-event.tsx'
import type { Actor } from './store.ts'
import { eventText } from './words.ts'

interface Props {
  actor: Actor
  view: ActorView | null
  /** How often each transition of its machine was taken. */
  taken: ReadonlyMap<string, number> | undefined
  onSend: (event: { type: string }) => void
  onClose: () => void
}

/** One actor: its chart, what can happen to it now, its last steps, and its context. */
export function Detail({ actor, view, taken, onSend, onClose }: Props) {
  const machine = machines.get(actor.machine)
  return (
    <section className={styles.detail} aria-label={`Actor ${actor.name}`}>
      <header className={styles.head}>
        <h2>{actor.name}</h2>
        <code>{actor.state}</code>
        <button type="button" onClick={onClose}>
          Close
        </button>
      </header>
      <div className={styles.columns}>
        <div className={styles.chart}>
          {machine ? (
            <Chart machine={machine} actor={actor} taken={taken} />
          ) : (
            <p>It has no states of its own.</p>
          )}
        </div>
        <div className={styles.context}>
          {view && view.events.length > 0 && <SendEvent view={view} onSend={onSend} />}
          {actor.lastSteps.length > 0 && (
            <>
              <h3>Last steps</h3>
              <ol aria-label="Last steps">
                {actor.lastSteps.flatMap((step, at) =>
                  step.taken.map(key => (
                    <li key={`${at} ${key}`}>
                      {eventText(step.event)} in <code>{key.split(' | ')[0]}</code>
                    </li>
                  )),
                )}
              </ol>
            </>
          )}
          <h3>Context</h3>
          <pre>{view ? JSON.stringify(view.context, null, 2) : ''}</pre>
        </div>
      </div>
    </section>
  )
}
