import { useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import type { Locale } from '../../machines/locale/events.ts'
import { localeOf } from '../../machines/locale/selectors.ts'
import { useAppChildren } from '../app-context.tsx'
import { Select } from '../controls/select.tsx'

/** Each language by its own name. */
const options: readonly { value: Locale; label: string }[] = [
  { value: 'en', label: 'English' },
  { value: 'de', label: 'Deutsch' },
]

export function LanguageSelect() {
  const { t } = useLingui()
  const { locale } = useAppChildren()
  return (
    <Select
      label={t`Language`}
      hideLabel
      options={options}
      value={useSelector(locale, localeOf)}
      onChange={chosen => locale.send({ type: 'locale.changed', locale: chosen })}
    />
  )
}
