import { useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { useId } from 'react'
import { type Scheme, schemes } from '../../machines/scheme/scheme.ts'
import { schemeOf } from '../../machines/scheme/selectors.ts'
import { useAppChildren } from '../app-context.tsx'
import { type AnyIcon, Icon } from '../art/icon.tsx'
import css from './scheme-switch.module.css'

const icons: Record<Scheme, AnyIcon> = { light: 'sun', dark: 'moon', system: 'system' }

export function SchemeSwitch() {
  const { t } = useLingui()
  const name = useId()
  const { scheme } = useAppChildren()
  const chosen = useSelector(scheme, schemeOf)
  const labels: Record<Scheme, string> = {
    light: t`Light`,
    dark: t`Dark`,
    system: t`System`,
  }
  return (
    <fieldset className={css.switch} aria-label={t`Colour scheme`}>
      {schemes.map(one => (
        <label key={one} className={css.choice} title={labels[one]}>
          <input
            type="radio"
            name={name}
            value={one}
            className={css.input}
            aria-label={labels[one]}
            checked={one === chosen}
            onChange={() => scheme.send({ type: 'scheme.changed', scheme: one })}
          />
          <Icon name={icons[one]} size="1.125rem" />
        </label>
      ))}
    </fieldset>
  )
}
