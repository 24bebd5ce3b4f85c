/**
 * Scrolls the menu, and nothing else, until a link is visible. (`scrollIntoView` would scroll the page, too.) In a
 * closed menu, nothing has a position yet.
 */
export function scrollToLink(link: HTMLElement | null | undefined): void {
  const menu = link?.closest<HTMLElement>('[popover]')
  if (!link || !menu) return
  const [own, around] = [link.getBoundingClientRect(), menu.getBoundingClientRect()]
  if (own.top < around.top || own.bottom > around.bottom)
    menu.scrollTop += own.top - around.top - (around.height - own.height) / 2
}
