import { saveFile } from '../browser/save-file.ts'
import styles from './inspector.module.css'
import type { Store, View } from './store.ts'

/** The controls that find, stop and save events. */
export function Toolbar({ store, view }: { store: Store; view: View }) {
  return (
    <header className={styles.header}>
      <strong>Inspector</strong>
      <input
        type="search"
        aria-label="Filter the events"
        placeholder="Words of actor, event or state; @name for one actor"
        value={view.filter}
        onChange={event => store.filter(event.target.value)}
      />
      <label>
        <input
          type="checkbox"
          checked={view.showsUsual}
          onChange={event => store.showUsual(event.target.checked)}
        />
        Effects and the clock
      </label>
      <span>
        {view.found().length} of {view.total}
        {view.waiting > 0 && `, ${view.waiting} newer`}
      </span>
      <button type="button" onClick={view.isPaused ? store.resume : store.pause}>
        {view.isPaused ? 'Resume' : 'Pause'}
      </button>
      <button type="button" onClick={store.clear}>
        Clear
      </button>
      {view.recording ? (
        <button type="button" onClick={store.stopRecording}>
          Stop recording
        </button>
      ) : (
        <button type="button" disabled={view.actors.size === 0} onClick={store.record}>
          Record
        </button>
      )}
      <button
        type="button"
        disabled={view.recorded === null}
        onClick={() =>
          view.recorded !== null && saveFile('recording.jsonl', view.recorded, 'application/jsonl')
        }
      >
        Export
      </button>
      <label className={styles.file}>
        Import
        <input
          type="file"
          onChange={async ({ currentTarget: { files } }) => {
            for (const file of files ?? []) store.addFile(file.name, await file.text())
          }}
        />
      </label>
      {view.problem && <span role="alert">{view.problem}</span>}
    </header>
  )
}
