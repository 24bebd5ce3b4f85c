import { type ComponentProps, type ReactNode, useId } from 'react'
import { Icon } from '../art/icon.tsx'
import { cx } from '../cx.ts'
import { VisuallyHidden } from '../text/visually-hidden.tsx'
import css from './field.module.css'
import motion from './motion.module.css'

export interface FieldLook {
  label: ReactNode
  /** The label is read aloud but not shown. */
  hideLabel?: boolean
  note?: ReactNode
  /** What is wrong; announced when it appears. */
  error?: ReactNode
  /** Shakes once each time that it becomes true. */
  shake?: boolean
}

interface FrameProps extends FieldLook {
  children: (wiring: {
    id: string
    'aria-describedby': string
    'aria-invalid': boolean
  }) => ReactNode
}

/** Label, note and error of one control, joined by ids. */
export function FieldFrame({ label, hideLabel, note, error, shake, children }: FrameProps) {
  const id = useId()
  const [noteId, errorId] = [`${id}-note`, `${id}-error`]
  return (
    <div className={css.field}>
      <label htmlFor={id} className={cx(!hideLabel && css.label)}>
        {hideLabel ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      </label>
      <div className={cx(css.box, shake && motion.shake)}>
        {children({
          id,
          'aria-describedby': cx(!!note && noteId, errorId),
          'aria-invalid': !!error,
        })}
      </div>
      {note && (
        <div id={noteId} className={css.note}>
          {note}
        </div>
      )}
      <div id={errorId} className={css.error} aria-live="polite">
        {error && (
          <>
            <Icon name="warning" size="1rem" />
            {error}
          </>
        )}
      </div>
    </div>
  )
}

export interface FieldProps extends ComponentProps<'input'>, FieldLook {
  /** For flags, tokens and ids: monospace, and without any correction of the text. */
  mono?: boolean
  /** Stands at the end of the input, inside its border. */
  action?: ReactNode
}

export function Field(props: FieldProps) {
  const { label, hideLabel, note, error, shake, mono, action, className, ...input } = props
  const asTyped = {
    autoCapitalize: 'off',
    autoComplete: 'off',
    autoCorrect: 'off',
    spellCheck: false,
  }
  return (
    <FieldFrame label={label} hideLabel={hideLabel} note={note} error={error} shake={shake}>
      {wiring => (
        <>
          <input
            {...(mono && asTyped)}
            {...input}
            {...wiring}
            className={cx(css.input, mono && css.mono, className)}
          />
          {action && <span className={css.action}>{action}</span>}
        </>
      )}
    </FieldFrame>
  )
}
