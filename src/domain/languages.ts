/**
 * Every language of app, desktop and sign-in pages, with its own name. A new language needs a line here, and its
 * catalogues, which `npm run locales:extract` makes.
 */
export const languages = { en: 'English', de: 'Deutsch' } as const

export type Language = keyof typeof languages

export const everyLanguage = Object.keys(languages) as readonly Language[]

/** The language of the source, and the default. */
export const sourceLanguage = 'en' satisfies Language

/** The first preferred language that is supported. Each of `preferred` begins with a tag like `de-AT`. */
export function wantedLanguage(preferred: readonly string[]): Language | undefined {
  const wanted = preferred.map(tag => /^[a-z]+/.exec(tag.toLowerCase())?.[0])
  return wanted.map(tag => everyLanguage.find(one => one === tag)).find(one => one !== undefined)
}

/** The region of a tag like `de-AT` or `zh-Hant-TW`. */
const regionOf = (tag: string) =>
  /^[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2}|\d{3})(?![a-z\d])/i.exec(tag)?.[1]?.toUpperCase()

/** A number that regions write differently. */
const SAMPLE = 12_345.6

const isWrittenAlike = (one: string, other: string) =>
  SAMPLE.toLocaleString(one) === SAMPLE.toLocaleString(other)

/**
 * The tag for dates, times and numbers of a language, in the region of the user's preferred language: `en-GB` has a
 * 24-hour clock, `en-US` has not. Numbers are those of the language: `en-DE` would write 1.234 for 1,234. Europe (150)
 * has dates and times like `en-DE`.
 */
export function regionalTag(language: Language, preferred: string): string {
  try {
    // Without a region, it is the likeliest one. To find it, a browser first loads data of all languages: 10 ms.
    const region = regionOf(preferred) ?? new Intl.Locale(preferred).maximize().region
    if (!region) return language
    const tag = `${language}-${region}`
    return isWrittenAlike(tag, language) ? tag : `${language}-150`
  } catch {
    // Browsers and their users may send anything.
    return language
  }
}
