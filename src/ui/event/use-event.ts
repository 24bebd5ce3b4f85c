import { useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import type { SnapshotFrom } from 'xstate'
import type { Brand, EventDetails, LocalText } from '../../api/contract.ts'
import type { Language } from '../../domain/languages.ts'
import { textIn } from '../../domain/text/local-text.ts'
import { ownName } from '../../domain/text/own-name.ts'
import type { appMachine } from '../../machines/app/machine.ts'
import { selectHas } from '../../machines/event/selectors.ts'
import { dataOf } from '../../machines/resource/selectors.ts'
import { useApp, useSignedIn } from '../app-context.tsx'

const detailsIn = ({ children }: SnapshotFrom<typeof appMachine>) => children.eventDetails

/** Name, logo and colour of the event, also while nobody is signed in. */
export function useBrand(): Brand {
  const app = useApp()
  const details = useSelector(useSelector(app, detailsIn), snapshot => snapshot?.context.data)
  return details ?? app.getSnapshot().context.input.brand ?? { name: ownName }
}

/** Undefined if the backend has none, or if they could not be read. */
export const useEventDetails = (): EventDetails | undefined =>
  useSelector(useSignedIn().eventDetails, dataOf)

/** Without details of the event, pages show the specification's own texts. */
export const useHasDetails = (): boolean => useSelector(useSignedIn().event, selectHas('event'))

/** The text in the language that is shown; null where there is none. */
export function useTextIn(): (text: LocalText | undefined) => string | null {
  const { i18n } = useLingui()
  return text => textIn(i18n.locale as Language, text)
}
