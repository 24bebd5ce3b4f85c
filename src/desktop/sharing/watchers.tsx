import { Plural } from '@lingui/react/macro'
import { Icon } from '../../ui/art/icon.tsx'
import { eyeIcon } from '../../ui/art/page-icons.ts'
import { useWatchers } from './use-watchers.ts'
import css from './watchers.module.css'

/** Shows who watches, while somebody does. */
export function Watchers() {
  const { count, listed } = useWatchers()
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
