/**
 * Makes rendered HTML fit for a page whose policy forbids styles in attributes: `data-style` has them. Title and
 * preloads belong to the page's head, and are left out.
 */
export const inert = (html: string): string =>
  html
    .replace(/<title>.*?<\/title>|<link rel="preload"[^>]*>/g, '')
    .replaceAll(' style="', ' data-style="')
