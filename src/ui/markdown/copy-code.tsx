import { useLingui } from '@lingui/react/macro'
import { checkIcon, copyIcon } from '../art/page-icons.ts'
import { IconButton } from '../controls/icon-button.tsx'
import { useCopy } from '../controls/use-copy.ts'
import css from '../text/prose.module.css'
import { VisuallyHidden } from '../text/visually-hidden.tsx'

/** How many characters of the line the button's name has at most. */
const MAX_LENGTH = 40

/** Copies a block of code. The first line names the button, so that each has its own name. */
export function CopyCode({ text }: { text: string }) {
  const { t } = useLingui()
  const { isCopied, hasFailed, copy } = useCopy()
  const [line = ''] = text.trim().split('\n')
  const label = line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH).trimEnd()}…` : line
  const result = isCopied ? t`Copied` : hasFailed ? t`Your browser blocked copying.` : null
  return (
    <span className={css.copy}>
      <IconButton
        icon={isCopied ? checkIcon : hasFailed ? 'warning' : copyIcon}
        label={result ?? t`Copy: ${label}`}
        onClick={() => copy(text)}
      />
      <span role="status">
        <VisuallyHidden>{result}</VisuallyHidden>
      </span>
    </span>
  )
}
