import { useState } from 'react'
import { eyeIcon, eyeOffIcon } from '../art/page-icons.ts'
import { Field, type FieldProps } from './field.tsx'
import { IconButton } from './icon-button.tsx'

interface PasswordFieldProps extends Omit<FieldProps, 'type' | 'action' | 'mono'> {
  showLabel: string
  hideTextLabel: string
}

/** A password that the user can show while typing. */
export function PasswordField({ showLabel, hideTextLabel, ...rest }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <Field
      autoComplete="current-password"
      {...rest}
      mono={shown}
      type={shown ? 'text' : 'password'}
      action={
        <IconButton
          size="small"
          icon={shown ? eyeOffIcon : eyeIcon}
          label={shown ? hideTextLabel : showLabel}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}
