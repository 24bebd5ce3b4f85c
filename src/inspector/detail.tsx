import { useMemo, useState } from 'react'
import type { Layout } from '../../tools/statechart/drawing/layout.ts'
import type { Marks } from '../../tools/statechart/drawing/picture.ts'
import { activeIn } from '../../tools/statechart/nodes.ts'
import type { ActorView } from '../diagnostics/inspection/messages.ts'
import { Chart } from './chart/chart.tsx'
import { ChartDrawing } from './chart/drawing.tsx'
import { descriptionsOf } from './descriptions.ts'
import styles from './detail.module.css'
import { machines } from './machines.ts'
import { readPayload } from './payload.ts'
import { SendEvent } from './send-event.tsx'
import type { Actor } from './store.ts'
import { eventText } from './words.ts'

interface Props {
  actor: Actor
  view: ActorView | null
  /** How often each transition of its machine was taken. */
  taken: ReadonlyMap<string, number> | undefined
  layout: Layout
  onSend: (event: { type: string }) => void
  onClose: () => void
}

/** One actor: its chart, what can happen to it now, its last steps, and its context. */
export function Detail({ actor, view, taken, layout, onSend, onClose }: Props) {
  const [isList, setList] = useState(false)
  const [payload, setPayload] = useState('')
  const send = (type: string) => {
    const read = readPayload(payload)
    if (read.ok) onSend({ ...read.data, type })
  }
  return (
    <section className={styles.detail} aria-label={`Actor ${actor.name}`}>
      <header className={styles.head}>
        <h2>{actor.name}</h2>
        <code>{actor.state}</code>
        <label>
          <input
            type="checkbox"
            checked={isList}
            onChange={event => setList(event.target.checked)}
          />
          Chart as a list
        </label>
        <button type="button" onClick={onClose}>
          Close
        </button>
      </header>
      <div className={styles.columns}>
        <div className={styles.chart}>
          <ActorChart {...{ actor, view, taken, layout, isList }} onSend={send} />
        </div>
        <div className={styles.context}>
          {view && view.events.length > 0 && (
            <SendEvent view={view} text={payload} onType={setPayload} onSend={send} />
          )}
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

interface ActorChartProps extends Omit<Props, 'onSend' | 'onClose'> {
  isList: boolean
  onSend: (type: string) => void
}

function ActorChart({ actor, view, taken, layout, isList, onSend }: ActorChartProps) {
  const machine = machines.get(actor.machine)
  const [folded, setFolded] = useState<ReadonlyMap<string, ReadonlySet<string>>>(new Map())
  const none = useMemo(() => new Set<string>(), [])
  const states = descriptionsOf(actor.machine)
  if (!machine) return <p>It has no states of its own.</p>
  const keys = actor.lastSteps.flatMap(step => step.taken)
  const marks: Marks = {
    active: activeIn(machine, actor.value),
    last: new Map(keys.map((key, at) => [key, at + 1])),
    taken: taken ?? new Map(),
    possible: new Set(view?.events.map(({ type }) => type)),
    onSend,
  }
  if (isList) return <Chart machine={machine} states={states} marks={marks} />
  return (
    <ChartDrawing
      key={machine.id}
      machine={machine}
      states={states}
      marks={marks}
      layout={layout}
      folded={folded.get(machine.id) ?? none}
      onFold={next => setFolded(new Map([...folded, [machine.id, next]]))}
    />
  )
}
