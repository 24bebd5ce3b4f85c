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
          <button
            type="button"
            aria-pressed={actor.key === selected?.key}
            title="Show its states"
            onClick={() => onSelect(actor)}
          >
            <strong>{actor.name}</strong> <code>{actor.state}</code>
          </button>
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
