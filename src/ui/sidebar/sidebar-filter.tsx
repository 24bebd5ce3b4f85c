import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { preferencesOf } from '../../machines/sidebar/selectors.ts'
import { useSignedIn } from '../app-context.tsx'
import { Field } from '../controls/field.tsx'
import css from './sidebar.module.css'

export function SidebarFilter() {
  const { t } = useLingui()
  const { sidebar } = useSignedIn()
  const { filter, hidesSolved } = useSelector(sidebar, preferencesOf)
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser of today knows <search>
    <div role="search" aria-label={t`Filter challenges`} className={css.filter}>
      <Field
        type="search"
        label={t`Filter challenges`}
        hideLabel
        placeholder={t`Filter challenges`}
        value={filter}
        onChange={event => sidebar.send({ type: 'sidebar.filtered', filter: event.target.value })}
      />
      <label className={css.check}>
        <input
          type="checkbox"
          checked={hidesSolved}
          onChange={() => sidebar.send({ type: 'sidebar.solvedToggled' })}
        />
        <Trans>Hide completed challenges</Trans>
      </label>
    </div>
  )
}
