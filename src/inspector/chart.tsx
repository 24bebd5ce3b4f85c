import { useEffect, useRef } from 'react'
import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { activeIn, transitionsOf } from '../../tools/statechart/nodes.ts'
import { eventInWords, guardInWords } from '../../tools/statechart/words.ts'
import styles from './chart.module.css'
import type { Actor } from './store.ts'

/** The nested states of a machine with their transitions. The current states stand out. */
export function Chart({ machine, actor }: { machine: AnyStateMachine; actor: Actor }) {
  const active = activeIn(machine, actor.value)
  const before = activeIn(machine, actor.valueBefore)
  return <State node={machine.root} active={active} before={before} last={actor.lastEvent} />
}

interface StateProps {
  node: AnyStateNode
  active: ReadonlySet<string>
  /** What was active when the last event came. */
  before: ReadonlySet<string>
  last: string
}

function State({ node, active, before, last }: StateProps) {
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
      <ul>
        {node.invoke.map(({ id, src }) => (
          <li key={id} className={styles.invoke}>
            runs {typeof src === 'string' ? src : id}
          </li>
        ))}
        {transitionsOf(node).map(transition => {
          const [target] = transition.targets
          const guard = guardInWords(transition)
          const isTaken =
            transition.eventType === last &&
            before.has(node.id) &&
            (!target || active.has(target.id))
          return (
            <li key={transition.key} data-taken={isTaken || undefined}>
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
            <State key={child.id} node={child} active={active} before={before} last={last} />
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
