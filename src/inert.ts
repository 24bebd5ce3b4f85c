/**
 * Makes rendered HTML suitable for a page whose policy forbids style attributes: the styles move to `data-style`. Title
 * and preloads belong to the page's head, and are left out.
 */
export const inert = (html: string): string =>
  html
    .replace(/<title>.*?<\/title>|<link rel="preload"[^>]*>/g, '')
    .replaceAll(' style="', ' data-style="')
