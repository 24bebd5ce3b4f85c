import { Component, type ReactNode } from 'react'
import { forgetFailedParts } from './on-demand.tsx'

interface PartBoundaryProps {
  children: ReactNode
  /** Stands in for a part that broke, most likely since its code did not come. */
  fallback: (error: unknown, retry: () => void) => ReactNode
}

/** Keeps what surrounds a part that cannot be shown. */
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
