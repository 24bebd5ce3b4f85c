import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'wouter'
import { pages } from '../../machines/navigation/pages.ts'
import { LinkButton } from '../controls/link-button.tsx'
import { EmptyState } from '../loading/empty-state.tsx'

export function NotFoundPage() {
  const { t } = useLingui()
  return (
    <>
      <h1>
        <Trans>Page not found</Trans>
      </h1>
      <EmptyState
        icon="search"
        title={t`There is nothing at this address.`}
        action={
          <Link href={pages.home.path} asChild>
            <LinkButton icon="home">
              <Trans>Go to the home page</Trans>
            </LinkButton>
          </Link>
        }
      />
    </>
  )
}
