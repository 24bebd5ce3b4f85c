import { Component, type ReactNode } from 'react'
import { forgetFailedParts } from './on-demand.tsx'

interface PartBoundaryProps {
  children: ReactNode
  /** Shown instead of a part that failed, usually because its code did not load. */
  fallback: (error: unknown, retry: () => void) => ReactNode
}

/** If one part cannot be shown, the rest of the page stays. */
export class PartBoundary extends Component<PartBoundaryProps> {
  override state = { error: null as unknown }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidCatch() {
    forgetFailedParts()
  }

  retry = () => this.setState({ error: null })

  override render() {
    const { error } = this.state
    return error === null ? this.props.children : this.props.fallback(error, this.retry)
  }
}
