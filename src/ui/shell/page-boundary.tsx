import { Trans, useLingui } from '@lingui/react/macro'
import { Component, type ReactNode } from 'react'
import { Button } from '../parts/Button.tsx'
import { EmptyState } from '../parts/EmptyState.tsx'

/** Keeps the shell when a page breaks, most likely since its code could not be loaded. */
export class PageBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: null as unknown }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    return this.state.error === null ? this.props.children : <BrokenPage error={this.state.error} />
  }
}

function BrokenPage({ error }: { error: unknown }) {
  const { t } = useLingui()
  return (
    <EmptyState
      alone
      icon="warning"
      title={t`This page could not be shown.`}
      action={
        <Button icon="refresh" onClick={() => location.reload()}>
          <Trans>Reload</Trans>
        </Button>
      }
    >
      {error instanceof Error ? error.message : String(error)}
    </EmptyState>
  )
}
