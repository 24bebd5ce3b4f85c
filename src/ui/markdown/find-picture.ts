import type { Handout } from '../../api/contract.ts'
import { pictureName } from '../../domain/text/picture-name.ts'

export interface ShownPicture {
  readonly url: string
  readonly width?: number | undefined
  readonly height?: number | undefined
}

/** The picture among the files that a text means by `src`. Null: there is none. */
export function findPicture(files: readonly Handout[], src: string): ShownPicture | null {
  const name = pictureName(src)
  const { url, width, height } = files.find(file => file.name === name) ?? {}
  const isWeb = URL.parse(url ?? '', document.baseURI)?.protocol.startsWith('http') === true
  return url && isWeb ? { url, width, height } : null
}
