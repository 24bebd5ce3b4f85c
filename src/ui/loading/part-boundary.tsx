import { Component, type ReactNode } from 'react'
import { forgetFailedParts } from './on-demand.tsx'

interface PartBoundaryProps {
  children: ReactNode
  /** Shown instead of a part that failed, usually because its code did not load. */
  fallback: (retry: () => void) => ReactNode
}

/** If one part cannot be shown, the rest of the page stays. */
export class PartBoundary extends Component<PartBoundaryProps> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch() {
    forgetFailedParts()
  }

  retry = () => this.setState({ hasFailed: false })

  override render() {
    const { children, fallback } = this.props
    return this.state.hasFailed ? fallback(this.retry) : children
  }
}
