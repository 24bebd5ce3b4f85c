import type { ComponentProps, MouseEvent } from 'react'
import { navigate } from 'wouter/use-browser-location'
import type { Path } from '../../domain/path.ts'

/**
 * Opens the page of a link in this tab, unless the user wants it in another tab or window.
 *
 * @param before runs first, if the page opens in this tab
 */
export function openPage(event: MouseEvent<HTMLAnchorElement>, before?: () => void) {
  const { ctrlKey, metaKey, altKey, shiftKey, button, currentTarget } = event
  if (ctrlKey || metaKey || altKey || shiftKey || button !== 0) return
  before?.()
  event.preventDefault()
  navigate(currentTarget.href)
}

/**
 * A link to a page of the app. That of wouter renders again whenever the path changes: with hundreds of
 * challenges, this made the longest task of a click longer.
 */
export const Link = ({ href, ...rest }: Omit<ComponentProps<'a'>, 'onClick'> & { href: Path }) => (
  <a {...rest} href={href} onClick={openPage} />
)
