import type { ActorView } from '../diagnostics/inspection/messages.ts'
import styles from './detail.module.css'
import { readPayload } from './payload.ts'

interface Props {
  view: ActorView
  /** The payload as it was typed. */
  text: string
  onType: (text: string) => void
  onSend: (type: string) => void
}

/** The events that the actor's states know now, as buttons that send them. */
export function SendEvent({ view, text, onType, onSend }: Props) {
  const payload = readPayload(text)
  return (
    <>
      <h3>Send</h3>
      <div className={styles.events}>
        {view.events.map(({ type, isPossible }) => (
          <button
            type="button"
            key={type}
            disabled={!payload.ok}
            title={isPossible ? undefined : 'A guard would refuse it without a payload.'}
            data-refused={!isPossible || undefined}
            onClick={() => onSend(type)}
          >
            {type}
          </button>
        ))}
      </div>
      <label className={styles.payload}>
        Payload as JSON
        <textarea
          rows={2}
          value={text}
          placeholder='{"draft": "x"}'
          aria-invalid={!payload.ok}
          onChange={event => onType(event.target.value)}
        />
      </label>
      {!payload.ok && <p role="alert">{payload.problem}</p>}
    </>
  )
}
