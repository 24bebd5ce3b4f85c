import { Component, createRef, type ReactNode } from 'react'

interface KeepFocusProps {
  /** Default: `div`. */
  as?: 'article'
  className?: string | undefined
  children: ReactNode
}

/**
 * A part of a page. A button that is replaced because of what it did takes the focus with it, and a
 * screen reader would start again at the top of the page. Then the part's heading gets the focus; without one, the part.
 * It has to be in the view that replaces the button, since React asks only what it renders again.
 */
export class KeepFocus extends Component<KeepFocusProps> {
  part = createRef<HTMLDivElement>()

  /** Only this is called before the button is gone. */
  override getSnapshotBeforeUpdate(): boolean {
    return this.part.current?.contains(document.activeElement) === true
  }

  override componentDidUpdate(_props: KeepFocusProps, _state: unknown, hadFocus: boolean) {
    if (!hadFocus) return
    const { current } = this.part
    // A heading that is not displayed does not take it.
    for (const target of [current?.querySelector<HTMLElement>('h1, h2'), current]) {
      if (document.activeElement !== document.body) return
      target?.setAttribute('tabindex', '-1')
      target?.focus()
    }
  }

  override render() {
    const { as: Part = 'div', className, children } = this.props
    return (
      <Part ref={this.part} className={className}>
        {children}
      </Part>
    )
  }
}
