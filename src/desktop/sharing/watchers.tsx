import { Plural, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { watchers } from '../../machines/desktop/selectors.ts'
import { Icon } from '../../ui/art/icon.tsx'
import { eyeIcon } from '../../ui/art/page-icons.ts'
import { useActors } from '../actors.tsx'
import css from './watchers.module.css'

/** Shows who watches, while somebody does. */
export function Watchers() {
  const { i18n } = useLingui()
  const { desktop } = useActors()
  const names = useSelector(desktop, watchers)
  const listed = new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(names)
  const count = names.length
  return (
    <div aria-live="polite">
      {count > 0 && (
        <p className={css.mark}>
          <Icon name={eyeIcon} />
          <span>
            <Plural value={count} one={`${listed} is watching`} other={`${listed} are watching`} />
          </span>
        </p>
      )}
    </div>
  )
}
