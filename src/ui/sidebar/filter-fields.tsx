import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { preferencesOf } from '../../machines/sidebar/selectors.ts'
import { useSignedIn } from '../app-context.tsx'
import { Field } from '../controls/field.tsx'
import css from './sidebar.module.css'

/** What narrows the list of challenges: in the sidebar, and on the home page if no sidebar is beside it. */
export function FilterFields() {
  const { t } = useLingui()
  const { sidebar } = useSignedIn()
  const { filter, hidesSolved } = useSelector(sidebar, preferencesOf)
  return (
    <div className={css.filter}>
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
