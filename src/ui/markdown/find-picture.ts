import type { Handout } from '../../api/contract.ts'

export interface ShownPicture {
  readonly url: string
  readonly width?: number | undefined
  readonly height?: number | undefined
}

/** The picture among the files that a text means by `src`. Null: there is none. */
export function findPicture(files: readonly Handout[], src: string): ShownPicture | null {
  const name = decoded(src.replace(/^\.\//, ''))
  const { url, width, height } = files.find(file => file.name === name) ?? {}
  const isWeb = URL.parse(url ?? '', document.baseURI)?.protocol.startsWith('http') === true
  return url && isWeb ? { url, width, height } : null
}

function decoded(src: string): string | null {
  try {
    return decodeURIComponent(src)
  } catch {
    return null
  }
}
