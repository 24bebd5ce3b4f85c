import { memo } from 'react'
import type { Actor } from './store.ts'

interface Props {
  /** Tells React of a change, since the map is changed in place. */
  version: number
  actors: ReadonlyMap<string, Actor>
  parent?: string | null
  selected: Actor | undefined
  onSelect: (actor: Actor) => void
}

/** Every living actor below its parent. */
export function ActorTree({ version, actors, parent = null, selected, onSelect }: Props) {
  const children = [...actors.values()].filter(actor => actor.parent === parent)
  if (children.length === 0) return null
  return (
    <ul>
      {children.map(actor => (
        <li key={actor.key} data-machine={actor.machine !== '' || undefined}>
          <ActorButton actor={actor} isSelected={actor.key === selected?.key} onSelect={onSelect} />
          <ActorTree
            version={version}
            actors={actors}
            parent={actor.key}
            selected={selected}
            onSelect={onSelect}
          />
        </li>
      ))}
    </ul>
  )
}

interface ButtonProps {
  actor: Actor
  isSelected: boolean
  onSelect: (actor: Actor) => void
}

/** An actor that changed is another object. */
const ActorButton = memo(function ActorButton({ actor, isSelected, onSelect }: ButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isSelected}
      title="Show its states"
      onClick={() => onSelect(actor)}
    >
      <strong>{actor.name}</strong> <code>{actor.state}</code>
    </button>
  )
})
