import { useEffect, useRef, useState } from 'react'
import type { AnyStateMachine } from 'xstate'
import type { Descriptions } from '../../../tools/statechart/described.ts'
import { type Drawing, drawingOf, type Layout } from '../../../tools/statechart/drawing/layout.ts'
import { type Marks, Picture } from '../../../tools/statechart/drawing/picture.ts'
import styles from './drawing.module.css'

/** The least width of a drawing, in pixels. In less room it is scrolled. */
const NARROWEST = 800

interface Props {
  machine: AnyStateMachine
  states: Descriptions
  marks: Marks
  layout: Layout
  folded: ReadonlySet<string>
  onFold: (folded: ReadonlySet<string>) => void
}

/** A machine as a picture. The last one stays until the next one has its places. */
export function ChartDrawing({ machine, states, marks, layout, folded, onFold }: Props) {
  const [drawing, setDrawing] = useState<Drawing | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isWide, setWide] = useState(false)
  const ref = useRef<HTMLParagraphElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the room is another one in the whole window
  useEffect(() => {
    let isCurrent = true
    const room = Math.max(NARROWEST, ref.current?.clientWidth ?? 0)
    drawingOf(machine, folded, layout, room).then(
      drawn => {
        if (!isCurrent) return
        setDrawing(drawn)
        setProblem(null)
      },
      (error: unknown) => isCurrent && setProblem(String(error)),
    )
    return () => {
      isCurrent = false
    }
  }, [machine, folded, layout, isWide])

  const lit = [...marks.active].join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another state moves the picture
  useEffect(() => {
    const state = ref.current?.parentElement?.querySelector('[aria-current]')
    state?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [lit, drawing])

  return (
    <section className={styles.drawing} data-wide={isWide || undefined} aria-label="Drawing">
      <p ref={ref} className={styles.tools}>
        <button type="button" onClick={() => onFold(foldable(machine))}>
          Fold all
        </button>
        <button type="button" onClick={() => onFold(new Set())}>
          Open all
        </button>
        <button type="button" aria-pressed={isWide} onClick={() => setWide(!isWide)}>
          Whole window
        </button>
      </p>
      {problem && <p role="alert">The chart could not be laid out: {problem}</p>}
      {!drawing && !problem && <p role="status">Laying out …</p>}
      {drawing && (
        <Picture
          drawing={drawing}
          label={`Chart of ${machine.id}`}
          states={states}
          marks={marks}
          onFold={id => onFold(toggled(folded, id))}
        />
      )}
    </section>
  )
}

/** The outermost states that have others in them. */
const foldable = ({ root }: AnyStateMachine): ReadonlySet<string> =>
  new Set(
    Object.values(root.states)
      .filter(({ states }) => Object.keys(states).length > 0)
      .map(({ id }) => id),
  )

const toggled = (folded: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  new Set(folded.has(id) ? [...folded].filter(other => other !== id) : [...folded, id])
