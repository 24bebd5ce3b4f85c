/**
 * What a reader cannot see: text and controls that stick out of the window or are clipped by
 * a box that does not scroll, a page that scrolls sideways, an open dialog that is higher than the
 * window. It runs in the page, so it refers to nothing outside itself.
 */
export function whatIsCutOff(): string[] {
  const found: string[] = []
  const slack = 1.5
  const root = document.documentElement
  const scroller = document.scrollingElement ?? root
  if (scroller.scrollWidth > scroller.clientWidth) {
    found.push(`the page is ${scroller.scrollWidth} wide, of ${scroller.clientWidth}`)
  }

  const styles = new Map<Element, CSSStyleDeclaration>()
  const styleOf = (element: Element) => {
    const style = styles.get(element) ?? getComputedStyle(element)
    styles.set(element, style)
    return style
  }
  /** Whether it is for screen readers only, or a skip link without the focus. */
  const isTucked = (element: Element) =>
    styleOf(element).clipPath !== 'none' || styleOf(element).opacity === '0'

  function clipperOf(element: Element, box: DOMRect): string | null {
    for (let up: Element | null = element; up && up !== root; up = up.parentElement) {
      if (isTucked(up)) return null
      const { overflowX, overflowY, textOverflow, position } = styleOf(up)
      const edge = up.getBoundingClientRect()
      if (up === element && !up.firstElementChild && textOverflow === 'ellipsis') return null
      if (/auto|scroll/.test(overflowX) || /auto|scroll/.test(overflowY)) return null
      if (/hidden|clip/.test(overflowX + overflowY)) {
        if (textOverflow === 'ellipsis') return null
        const out =
          box.left < edge.left - slack ||
          box.right > edge.right + slack ||
          box.top < edge.top - slack ||
          box.bottom > edge.bottom + slack
        if (out) return `clipped by <${up.tagName.toLowerCase()} class="${up.className}">`
      }
      if (position === 'fixed') break
    }
    const out = box.left < -slack || box.right > root.clientWidth + slack
    return out ? `from ${Math.round(box.left)} to ${Math.round(box.right)}` : null
  }

  const check = (element: Element, box: DOMRect, what: string) => {
    if (box.width === 0 || box.height === 0 || !element.checkVisibility()) return
    const clipper = clipperOf(element, box)
    if (clipper) found.push(`${what.trim().slice(0, 40)}: ${clipper}`)
  }

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const parent = texts.currentNode.parentElement
    const text = texts.currentNode.nodeValue ?? ''
    if (!parent || text.trim() === '' || parent.closest('script, style, noscript, title')) continue
    const range = document.createRange()
    range.selectNodeContents(texts.currentNode)
    for (const box of range.getClientRects()) check(parent, box, text)
  }
  for (const control of document.querySelectorAll('button, input, select, textarea, iframe')) {
    check(control, control.getBoundingClientRect(), control.outerHTML)
  }
  for (const dialog of document.querySelectorAll('dialog[open]')) {
    const { top, bottom } = dialog.getBoundingClientRect()
    if (top < 0 || bottom > innerHeight) found.push(`a dialog from ${top} to ${bottom}`)
  }
  return found
}
