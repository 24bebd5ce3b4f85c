import { Trans } from '@lingui/react/macro'
import { cx } from '../layout/cx.ts'
import css from './extension-hint.module.css'

interface ExtensionHintProps {
  /** The server has just refused an extension. */
  refused: boolean
  /** Little time is left. */
  isShort: boolean
}

/** Says when a runtime can be extended. It always has a line of its own, so that nothing moves. */
export function ExtensionHint({ refused, isShort }: ExtensionHintProps) {
  return (
    <div className={css.hint}>
      <span role="status" className={cx(refused && css.refused)}>
        {refused && <Trans>You cannot extend it yet.</Trans>}
      </span>
      {!refused && !isShort && <Trans>You can extend it shortly before.</Trans>}
    </div>
  )
}
