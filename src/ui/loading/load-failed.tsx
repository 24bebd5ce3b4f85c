import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { giveFocusToPage } from '../layout/focus-page.ts'
import { EmptyState } from './empty-state.tsx'

interface LoadFailedProps {
  title: string
  /** The page shows nothing else, and the title is its heading. */
  alone?: boolean | undefined
  /** It is being tried again. */
  busy?: boolean
  retry: () => void
  /** Why it failed. */
  children: ReactNode
}

/** Shown instead of something that could not be loaded. It offers to try again. */
export const LoadFailed = ({ title, alone, busy, retry, children }: LoadFailedProps) => (
  <EmptyState
    alone={alone}
    icon="warning"
    title={title}
    action={
      <Button ref={giveFocusToPage} icon="refresh" busy={busy} onClick={retry}>
        <Trans>Try again</Trans>
      </Button>
    }
  >
    {children}
  </EmptyState>
)
