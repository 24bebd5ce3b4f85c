import { useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { everyLanguage, languages } from '../../domain/languages.ts'
import { localeOf } from '../../machines/locale/selectors.ts'
import { useAppChildren } from '../app-context.tsx'
import { Select } from '../controls/select.tsx'

/** Each language by its own name. */
const options = everyLanguage.map(value => ({ value, label: languages[value] }))

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
