import type { Language } from '../../domain/languages.ts'

/**
 * What the app can show first: the frame of the pages of a signed-in user, or one of the texts of the sign-in screen.
 * `noCode` is shown if the app cannot be loaded.
 */
export const pictureNames = [
  'shell',
  'waiting',
  'redirecting',
  'processing',
  'signingOut',
  'noCode',
] as const
export type PictureName = (typeof pictureNames)[number]

/** Stands for the event's name in the pictures. */
export const EVENT_NAME = '{event}'

/** The picture's template, by its attribute `data-picture`. */
export const pictureId = (name: PictureName, language: Language) => `${name}-${language}`
