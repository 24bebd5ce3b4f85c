import { useEffect, useRef } from 'react'
import type { AnyStateMachine, AnyStateNode } from 'xstate'
import type { Descriptions } from '../../../tools/statechart/described.ts'
import { heatLevel, type Marks, timesInWords } from '../../../tools/statechart/drawing/picture.ts'
import { pathOf, transitionsOf } from '../../../tools/statechart/nodes.ts'
import { eventInWords, guardInWords } from '../../../tools/statechart/words.ts'
import styles from './chart.module.css'

/** The nested states of a machine with their transitions as a list, for those who do not see the drawing. */
export const Chart = ({ machine, states, marks }: Props & { machine: AnyStateMachine }) => (
  <State node={machine.root} states={states} marks={marks} />
)

interface Props {
  states: Descriptions
  marks: Marks
}

function State({ node, states, marks }: Props & { node: AnyStateNode }) {
  const { active, last, taken } = marks
  const isActive = active.has(node.id)
  const isLeaf = node.type === 'atomic' || node.type === 'final'
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isActive && isLeaf) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive, isLeaf])
  return (
    <section
      ref={ref}
      className={styles.state}
      data-active={isActive || undefined}
      data-leaf={isLeaf || undefined}
      aria-current={isActive && isLeaf ? 'step' : undefined}
    >
      <h3>
        {node.key}
        {node.parent?.initial?.target?.[0] === node && <small> first</small>}
        {node.type === 'parallel' && <small> all at once</small>}
        {[...node.tags].map(tag => (
          <small key={tag}> #{tag}</small>
        ))}
      </h3>
      <p>{states[pathOf(node)]}</p>
      <ul>
        {node.invoke.map(({ id, src }) => (
          <li key={id} className={styles.invoke}>
            runs {typeof src === 'string' ? src : id}
          </li>
        ))}
        {transitionsOf(node).map(transition => {
          const [target] = transition.targets
          const guard = guardInWords(transition)
          const place = last.get(transition.key)
          const count = taken.get(transition.key) ?? 0
          return (
            <li
              key={transition.key}
              data-taken={place}
              data-heat={heatLevel(count)}
              title={timesInWords(count)}
            >
              <code>{eventInWords(transition)}</code>
              {guard && <i> if {guard}</i>}
              {target && <span> → {nameFrom(node, target)}</span>}
            </li>
          )
        })}
      </ul>
      {!isLeaf && (
        <div className={styles.inner} data-parallel={node.type === 'parallel' || undefined}>
          {Object.values(node.states).map(child => (
            <State key={child.id} node={child} states={states} marks={marks} />
          ))}
        </div>
      )}
    </section>
  )
}

/** The name of a sibling state, or the path of any other state. */
const nameFrom = (node: AnyStateNode, target: AnyStateNode) =>
  target.parent === node.parent || target.parent === node
    ? target.key
    : target.path.join('.') || target.key
