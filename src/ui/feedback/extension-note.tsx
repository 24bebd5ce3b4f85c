import { Trans, useLingui } from '@lingui/react/macro'
import { useMinutesLeft } from '../clock/use-minutes-left.ts'
import { cx } from '../cx.ts'
import { clockTime } from '../text/clock-time.ts'
import css from './extension-note.module.css'

interface ExtensionNoteProps {
  /** The server has just refused an extension. */
  refused: boolean
  /** Little time is left. */
  isShort: boolean
  /** The time from which on it can be extended, in ISO 8601; null: no longer; undefined: not known. */
  from: string | null | undefined
}

/** The note describes the button that extends. */
export const EXTENSION_NOTE_ID = 'extension'

/** Says when a runtime can be extended. It always has a line of its own, so that nothing moves. */
export function ExtensionNote({ refused, ...note }: ExtensionNoteProps) {
  return (
    <div id={EXTENSION_NOTE_ID} className={css.note}>
      <span role="status" className={cx(refused && css.refused)}>
        {refused && <Text refused {...note} />}
      </span>
      {!refused && <Text refused={false} {...note} />}
    </div>
  )
}

function Text({ refused, isShort, from }: ExtensionNoteProps) {
  if (from) return <From time={from} />
  if (from === null) return <Trans>You cannot extend it any more.</Trans>
  if (refused) return <Trans>You cannot extend it yet.</Trans>
  return isShort ? null : <Trans>You can extend it shortly before it ends.</Trans>
}

function From({ time }: { time: string }) {
  const { i18n } = useLingui()
  const minutes = useMinutesLeft(time)
  const clock = clockTime(i18n, time, minutes)
  if (minutes !== null && minutes > 0) return <Trans>You can extend it from {clock}.</Trans>
  return <Trans>You can extend it now.</Trans>
}
