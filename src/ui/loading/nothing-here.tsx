import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { pages } from '../../machines/navigation/pages.ts'
import { PageButton } from '../controls/link-button.tsx'
import { EmptyState } from './empty-state.tsx'

interface NothingHereProps {
  readonly heading: ReactNode
  readonly title: ReactNode
  readonly children?: ReactNode
}

/** A page for an unknown address, with a link home. */
export function NothingHere({ heading, title, children }: NothingHereProps) {
  return (
    <>
      <h1>{heading}</h1>
      <EmptyState
        icon="search"
        title={title}
        action={
          <PageButton href={pages.home.path} icon="home">
            <Trans>Go to the home page</Trans>
          </PageButton>
        }
      >
        {children}
      </EmptyState>
    </>
  )
}
