import { useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import type { Page } from '../../machines/navigation/pages.ts'
import { useSignedIn } from '../app-context.tsx'
import { pageViews } from './page-views.tsx'
import { useStopWarning } from './use-stop-warning.ts'

/** The title of the tab. */
export function PageTitle({ page }: { page: Page }) {
  const { t } = useLingui()
  const { catalogue } = useSignedIn()
  const challenge = useSelector(catalogue, snapshot =>
    page.name === 'challenge'
      ? snapshot.context.data?.challenges.find(
          one => one.categorySlug === page.category && one.slug === page.slug,
        )?.name
      : undefined,
  )
  const { title } = pageViews[page.name]
  const name = title ? t(title) : (challenge ?? (page.name === 'challenge' && page.slug))
  const warning = useStopWarning()
  return <title>{`${warning && `${warning} · `}${name} · Guidon`}</title>
}
