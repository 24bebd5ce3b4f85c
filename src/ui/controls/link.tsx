import type { ComponentProps, MouseEvent } from 'react'
import type { Path } from '../../domain/path.ts'
import { useApp } from '../app-context.tsx'

export interface PageLinkProps {
  readonly href: Path
  /** Called before the page opens in this tab. */
  readonly onOpen?: () => void
}

/** The click on a link opens its page in this tab, unless the user wants it in another tab or window. */
export function usePageLink({ href, onOpen }: PageLinkProps) {
  const app = useApp()
  return (event: MouseEvent) => {
    const { ctrlKey, metaKey, altKey, shiftKey, button } = event
    if (ctrlKey || metaKey || altKey || shiftKey || button !== 0) return
    event.preventDefault()
    onOpen?.()
    app.send({ type: 'page.chosen', path: href })
  }
}

/**
 * A link to a page of the app. It does not read the path: with hundreds of challenges, links that render whenever it
 * changes made the longest task of a click longer.
 */
export const Link = ({ href, ...rest }: Omit<ComponentProps<'a'>, 'onClick'> & { href: Path }) => (
  <a {...rest} href={href} onClick={usePageLink({ href })} />
)
