import { useLingui } from '@lingui/react/macro'
import css from './spinner.module.css'
import { Spinner } from './spinner.tsx'

export function PageSpinner() {
  const { t } = useLingui()
  return (
    <div className={css.page}>
      <Spinner size="2rem" label={t`Loading`} />
    </div>
  )
}
