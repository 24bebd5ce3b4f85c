/**
 * Scrolls the menu, and nothing else, until a link is seen. (`scrollIntoView` would scroll the page, too.) In a
 * menu that is closed, nothing has a place yet.
 */
export function scrollToLink(link: HTMLElement | null | undefined): void {
  const menu = link?.closest<HTMLElement>('[popover]')
  if (!link || !menu) return
  const [own, around] = [link.getBoundingClientRect(), menu.getBoundingClientRect()]
  if (own.top < around.top || own.bottom > around.bottom)
    menu.scrollTop += own.top - around.top - (around.height - own.height) / 2
}
