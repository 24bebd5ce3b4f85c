import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { flushSync } from 'react-dom'
import { userIcon } from '../art/page-icons.ts'
import { Button } from '../controls/button.tsx'
import { Field } from '../controls/field.tsx'
import { jumpToOwnRow } from './jump.ts'
import css from './scoreboard.module.css'

interface ScoreboardToolsProps {
  text: string
  onText: (text: string) => void
  found: number
  total: number
  /** Undefined if the user has no account. */
  ownId: string | undefined
}

/** Find a name, jump to the user's own row. */
export function ScoreboardTools({ text, onText, found, total, ownId }: ScoreboardToolsProps) {
  const { t, i18n } = useLingui()
  const jump = () => {
    // The search may hide the user's own row, and the jump needs a visible one.
    flushSync(() => onText(''))
    jumpToOwnRow()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser of today knows <search>
    <div role="search" aria-label={t`Find a name`} className={css.tools}>
      <div className={css.find}>
        <Field
          type="search"
          label={t`Find a name`}
          hideLabel
          placeholder={t`Find a name`}
          value={text}
          onChange={event => onText(event.target.value)}
        />
      </div>
      {ownId && (
        <Button icon={userIcon} onClick={jump}>
          <Trans>Jump to me</Trans>
        </Button>
      )}
      <p role="status" className={css.count}>
        {text.trim() ? (
          <Trans>
            {{ found: i18n.number(found) }} of {{ total: i18n.number(total) }} shown
          </Trans>
        ) : (
          <Plural value={total} one="# entry" other="# entries" />
        )}
      </p>
    </div>
  )
}
