/**
 * Every language of app, desktop and sign-in pages, by its own name. A new one needs a line here, its
 * catalogue (`npm run locales:extract` makes it), and the texts without which nothing compiles.
 */
export const languages = { en: 'English', de: 'Deutsch' } as const

export type Language = keyof typeof languages

export const everyLanguage = Object.keys(languages) as readonly Language[]

/** The language of the source. The default. */
export const sourceLanguage = 'en' satisfies Language

/** The first wish that is a supported language. A wish is a tag (`de-AT`), or begins with one. */
export function wantedLanguage(wishes: readonly string[]): Language | undefined {
  const wanted = wishes.map(wish => /^[a-z]+/.exec(wish.toLowerCase())?.[0])
  return wanted.map(tag => everyLanguage.find(one => one === tag)).find(one => one !== undefined)
}

/**
 * The tag by which dates and times of a language are written, as in the region of the user's first
 * wish: `en-DE` has a 24-hour clock, `en-US` has not.
 */
export function regionalTag(language: Language, wish: string): string {
  try {
    return new Intl.Locale(language, { region: new Intl.Locale(wish).maximize().region }).toString()
  } catch {
    // Browsers and their users may send anything.
    return language
  }
}
