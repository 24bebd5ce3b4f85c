import * as v from 'valibot'
import { block, list, orBlock, text, time } from '../fields.ts'
import { isRecord } from '../yaml-data.ts'

const languageTag = v.pipe(
  v.string(),
  v.check(
    tag => /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(tag),
    'must be a language like en, de or pt-BR',
  ),
)

/** One text, which is English, or a text for each language: both as `{en: '…'}`. */
export const localText = v.pipe(
  v.union(
    [
      v.pipe(
        text,
        v.transform(en => ({ en }) as Record<string, string>),
      ),
      // A list has keys, too.
      v.pipe(v.custom<Record<string, unknown>>(isRecord), v.record(languageTag, text)),
    ],
    'must be text, or a text for each language: {en: …, de: …}',
  ),
  v.check(texts => Object.keys(texts).length > 0, 'is missing'),
)

const color = v.pipe(
  v.string("must be a colour in quotes, like '#c8102e'"),
  v.regex(/^#[0-9a-f]{6}$/i, "must be a colour in quotes, like '#c8102e'"),
  v.toLowerCase(),
)

/** What `event.yaml` may say of the event itself, beside its name. */
export const detailFields = {
  description: v.optional(localText),
  /** A picture in the event's folder. */
  logo: v.optional(text),
  /** One colour, of which each scheme gets its own shade, or one for each scheme. */
  accentColor: v.optional(
    orBlock(
      v.pipe(
        v.string("must be a colour in quotes, like '#c8102e', or a block of light and dark"),
        color,
      ),
      block({ light: color, dark: color }),
    ),
  ),
  contact: v.optional(v.pipe(text, v.email('must be an e-mail address'))),
  discord: v.optional(
    v.pipe(
      text,
      v.regex(
        /^https:\/\/((www\.)?discord\.com|discord\.gg)\/\S+$/,
        'must be a link like https://discord.gg/abcdef',
      ),
    ),
  ),
  rules: v.optional(localText),
  terms: v.optional(localText),
  intro: v.optional(localText),
  groupsText: v.optional(localText),
  announcements: v.optional(
    list(
      block({
        /**
         * If it is absent, it is made of time and title. An announcement whose title is corrected then counts as a
         * new one.
         */
        id: v.optional(v.pipe(text, v.maxLength(100, 'is longer than 100 characters'))),
        /** The time from which it is shown. */
        time,
        importance: v.optional(v.picklist(['normal', 'high'], 'must be normal or high'), 'normal'),
        title: localText,
        text: localText,
      }),
    ),
    [],
  ),
}
