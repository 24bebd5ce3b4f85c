import { useLingui } from '@lingui/react/macro'
import { Spinner } from '../loading/spinner.tsx'
import css from '../shell/shell.module.css'

export function PageSpinner() {
  const { t } = useLingui()
  return (
    <div className={css.spinner}>
      <Spinner size="2rem" label={t`Loading`} />
    </div>
  )
}
