import { useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import type { SnapshotFrom } from 'xstate'
import { challengeNameIn } from '../../domain/challenge.ts'
import { accountPage, type ChallengePageRef, challengePage } from '../../machines/app/children.ts'
import { nameIn } from '../../machines/challenge/detail.ts'
import type { Page } from '../../machines/navigation/pages.ts'
import { whenLoaded } from '../../machines/on-demand.ts'
import { dataOf } from '../../machines/resource/selectors.ts'
import { useApp, useSignedIn } from '../app-context.tsx'
import { useBrand } from '../event/use-event.ts'
import { pageViews } from './page-views.tsx'
import { useStopWarning } from './use-stop-warning.ts'

const detailRef = ({ children }: SnapshotFrom<ChallengePageRef>) => children.detail

/** The title of the tab. */
export function PageTitle({ page }: { page: Page }) {
  const { t } = useLingui()
  const { catalogue } = useSignedIn()
  const opened = useSelector(useApp(), snapshot =>
    page.name === 'challenge' ? challengePage(snapshot, page) : undefined,
  )
  const detail = useSelector(opened, snapshot => snapshot && whenLoaded(detailRef)(snapshot))
  // The catalogue does not know a challenge by an address that it had before.
  const own = useSelector(detail, snapshot => nameIn(snapshot && dataOf(snapshot)))
  const challenge = useSelector(catalogue, snapshot =>
    page.name === 'challenge'
      ? challengeNameIn(snapshot.context.data, { ...page, name: own ?? undefined })
      : '',
  )
  const account = useSelector(useApp(), snapshot =>
    page.name === 'account' ? accountPage(snapshot, page.accountId) : undefined,
  )
  const accountName = useSelector(account, snapshot => snapshot && dataOf(snapshot)?.displayName)
  const { title } = pageViews[page.name]
  const known = own === null ? t`Challenge not found` : (accountName ?? challenge)
  const name = title ? t(title) : known
  const warning = useStopWarning()
  const brand = useBrand()
  return <title>{`${warning && `${warning} · `}${name} · ${brand.name}`}</title>
}
