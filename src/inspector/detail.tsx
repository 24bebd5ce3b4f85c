import { Chart } from './chart.tsx'
import styles from './detail.module.css'
import { machines } from './machines.ts'
import type { Actor } from './store.ts'

/** One actor: its state, the path to it, and its context. */
export function Detail({ actor, onClose }: { actor: Actor; onClose: () => void }) {
  const machine = machines.get(actor.machine)
  const { context } = actor
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
            <Chart machine={machine} actor={actor} />
          ) : (
            <p>It has no states of its own.</p>
          )}
        </div>
        <div className={styles.context}>
          <h3>{machine ? 'Context' : 'Snapshot'}</h3>
          <pre>{JSON.stringify(context, null, 2)}</pre>
        </div>
      </div>
    </section>
  )
}
