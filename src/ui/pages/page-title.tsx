import { useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import type { Page } from '../../machines/navigation/pages.ts'
import { useSignedIn } from '../app-context.tsx'
import { usePageNames } from './use-page-names.ts'
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
  const names: Record<Page['name'], string> = {
    ...usePageNames(),
    challenge: challenge ?? (page.name === 'challenge' ? page.slug : ''),
    notFound: t`Page not found`,
    login: t`Sign in`,
    afterLoginRedirect: t`Sign in`,
    logout: t`Logout`,
  }
  const warning = useStopWarning()
  return <title>{`${warning && `${warning} · `}${names[page.name]} · Guidon`}</title>
}
