import { useSyncExternalStore } from 'react'
import type { Layout } from '../../tools/statechart/drawing/layout.ts'
import { ActorTree } from './actor-tree.tsx'
import { Detail } from './detail.tsx'
import { Entry } from './entry.tsx'
import { EntryList } from './entry-list.tsx'
import styles from './inspector.module.css'
import { Moment } from './moment.tsx'
import type { Store } from './store.ts'
import { Toolbar } from './toolbar.tsx'

/** The actors of the app with their states, and what happens to them. For developers. */
export function Inspector({ store, layout }: { store: Store; layout: Layout }) {
  const view = useSyncExternalStore(store.subscribe, store.read)
  const { selected, openedRow, opened } = view
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files that are dropped anywhere are opened; a button does the same
    <div
      className={styles.page}
      onDragOver={event => event.preventDefault()}
      onDrop={async event => {
        event.preventDefault()
        const files = [...event.dataTransfer.files]
        for (const file of files) store.addFile(file.name, await file.text())
      }}
    >
      <Toolbar store={store} view={view} />
      <nav className={styles.actors} aria-label="Actors">
        {view.actors.size === 0 && (
          <p>Open the app with ?inspect, or drop the file of a recording here.</p>
        )}
        <ActorTree
          version={view.version}
          actors={view.actors}
          selected={selected}
          onSelect={store.select}
        />
      </nav>
      <main className={styles.main}>
        {selected && (
          <Detail
            actor={selected}
            view={view.selectedView}
            taken={view.taken.get(selected.machine)}
            layout={layout}
            onSend={event => store.send(selected, event)}
            onClose={() => store.select(null)}
          />
        )}
        <Moment store={store} view={view} />
        <div className={styles.log}>
          <EntryList
            found={view.found}
            version={view.version}
            opened={openedRow}
            moment={view.moment}
            onOpen={store.open}
          />
          {openedRow && (
            <Entry
              row={openedRow}
              entry={opened}
              rows={view.rows}
              onMoment={store.goTo}
              onClose={() => store.open(null)}
            />
          )}
        </div>
      </main>
    </div>
  )
}
