import type { Rolldown } from 'vite'

/** The name of the file that every page loads first: it starts the app, and has what the pages share. */
export const appName = 'app'

export type Chunk = Rolldown.OutputChunk & {
  viteMetadata?: { importedCss: Set<string>; importedAssets: Set<string> }
}

export const chunksOf = (bundle: Rolldown.OutputBundle): Chunk[] =>
  Object.values(bundle).filter(output => output.type === 'chunk')

export function appFileOf(bundle: Rolldown.OutputBundle): Chunk {
  const found = chunksOf(bundle).find(({ name }) => name === appName)
  if (!found) throw new Error(`The build has no file ${appName}.`)
  return found
}
