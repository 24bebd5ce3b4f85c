import { useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { challengeNameIn } from '../../domain/challenge.ts'
import type { Page } from '../../machines/navigation/pages.ts'
import { useSignedIn } from '../app-context.tsx'
import { pageViews } from './page-views.tsx'
import { useStopWarning } from './use-stop-warning.ts'

/** The title of the tab. */
export function PageTitle({ page }: { page: Page }) {
  const { t } = useLingui()
  const { catalogue } = useSignedIn()
  const challenge = useSelector(catalogue, snapshot =>
    page.name === 'challenge' ? challengeNameIn(snapshot.context.data, page) : '',
  )
  const { title } = pageViews[page.name]
  const name = title ? t(title) : challenge
  const warning = useStopWarning()
  return <title>{`${warning && `${warning} · `}${name} · Guidon`}</title>
}
