import { useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { challengeNameIn } from '../../domain/challenge.ts'
import { challengeId, challengePages } from '../../machines/app/children.ts'
import { isMissing } from '../../machines/challenge/selectors.ts'
import type { Page } from '../../machines/navigation/pages.ts'
import { useApp, useSignedIn } from '../app-context.tsx'
import { pageViews } from './page-views.tsx'
import { useStopWarning } from './use-stop-warning.ts'

/** The title of the tab. */
export function PageTitle({ page }: { page: Page }) {
  const { t } = useLingui()
  const { catalogue } = useSignedIn()
  const challenge = useSelector(catalogue, snapshot =>
    page.name === 'challenge' ? challengeNameIn(snapshot.context.data, page) : '',
  )
  const opened = useSelector(useApp(), snapshot =>
    page.name === 'challenge' ? challengePages(snapshot)[challengeId(page)] : undefined,
  )
  const missing = useSelector(opened, snapshot => snapshot !== undefined && isMissing(snapshot))
  const { title } = pageViews[page.name]
  const known = missing ? t`Challenge not found` : challenge
  const name = title ? t(title) : known
  const warning = useStopWarning()
  return <title>{`${warning && `${warning} · `}${name} · Guidon`}</title>
}
