import { type ReactNode, useId } from 'react'
import { checkIcon, copyIcon } from '../art/page-icons.ts'
import { cx } from '../cx.ts'
import { VisuallyHidden } from '../text/visually-hidden.tsx'
import css from './copy-field.module.css'
import field from './field.module.css'
import { IconButton } from './icon-button.tsx'

interface CopyFieldProps {
  label: ReactNode
  hideLabel?: boolean
  value: string
  /** True for a short while after `onCopy`; the caller times it. */
  copied: boolean
  onCopy: () => void
  /** Names the value that is copied: a page may have many of these buttons. */
  copyLabel: string
  copiedLabel: string
}

/** A value to copy. A click selects the whole value; the button copies it. */
export function CopyField(props: CopyFieldProps) {
  const { label, hideLabel, value, copied, onCopy, copyLabel, copiedLabel } = props
  const id = useId()
  return (
    <div className={field.field}>
      <span id={id} className={cx(!hideLabel && field.label)}>
        {hideLabel ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      </span>
      <div className={cx(css.box, copied && css.copied)}>
        {/* biome-ignore lint/a11y/useSemanticElements: an output or fieldset would say something else. */}
        <code className={css.value} role="group" aria-labelledby={id} translate="no">
          {value}
        </code>
        <IconButton
          size="small"
          icon={copied ? checkIcon : copyIcon}
          label={copied ? copiedLabel : copyLabel}
          onClick={onCopy}
        />
        <span role="status">
          <VisuallyHidden>{copied && copiedLabel}</VisuallyHidden>
        </span>
      </div>
    </div>
  )
}
