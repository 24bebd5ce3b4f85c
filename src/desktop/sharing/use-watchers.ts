import { useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { watchersOf } from '../../machines/desktop/selectors.ts'
import { useActors } from '../actors.tsx'

/** How many team mates watch, and their names as a list in a sentence. */
export function useWatchers() {
  const { i18n } = useLingui()
  const { desktop } = useActors()
  const names = useSelector(desktop, watchersOf)
  const listed = new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(names)
  return { count: names.length, listed }
}
