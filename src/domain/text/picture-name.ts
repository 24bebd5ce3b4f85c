import { decodePart } from './decode-part.ts'

/** The name of the file that a Markdown text means by the source of a picture. */
export const pictureName = (source: string): string => decodePart(source.replace(/^\.\//, ''))
