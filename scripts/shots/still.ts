import type { Page } from 'playwright'

/** Replaces random texts in a page by fixed ones: ids, tokens, keys and ports. A QR code becomes empty. */
export async function withoutChance(page: Page): Promise<void> {
  await page.evaluate(() => {
    const fixed = (text: string) =>
      text
        .replace(/\b(localhost|127\.0\.0\.1)(:|%3A)\d{2,5}\b/g, '$1$28080')
        .replace(/\b(nc(?:at)? \S+ |-p )\d{4,5}\b/g, '$18080')
        .replace(/(?<![\w/.-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{16,}(?![\w/.-])/g, token =>
          'x'.repeat(token.length),
        )
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.nodeValue ?? ''
      if (fixed(text) !== text) node.nodeValue = fixed(text)
    }
    for (const code of document.querySelectorAll('svg[role="img"] > path[fill="#000000"]')) {
      code.setAttribute('d', '')
    }
    for (const field of document.querySelectorAll('input')) {
      if (fixed(field.value) !== field.value) field.value = fixed(field.value)
    }
  })
}
