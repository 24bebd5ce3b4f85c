import type { ComponentProps } from 'react'
import { Icon } from '../art/icon.tsx'
import { cx } from '../cx.ts'
import css from './field.module.css'
import { FieldFrame, type FieldLook } from './field.tsx'

interface SelectProps<V extends string>
  extends Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'children'>,
    FieldLook {
  value: V
  options: readonly { value: V; label: string }[]
  onChange: (value: V) => void
}

export function Select<V extends string>(props: SelectProps<V>) {
  const { label, hideLabel, note, error, shake, options, onChange, className, ...rest } = props
  const choose = (chosen: string) => {
    for (const { value } of options) if (value === chosen) onChange(value)
  }
  return (
    <FieldFrame label={label} hideLabel={hideLabel} note={note} error={error} shake={shake}>
      {wiring => (
        <>
          <select
            {...rest}
            {...wiring}
            className={cx(css.input, className)}
            onChange={event => choose(event.target.value)}
          >
            {options.map(option => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <span className={css.chevron}>
            <Icon name="chevronDown" size="1rem" />
          </span>
        </>
      )}
    </FieldFrame>
  )
}
