import { renderToStaticMarkup } from 'react-dom/server'
import ReactMarkdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { expect, test } from 'vitest'
// Imported by its path, since vite.config.ts maps the name to our module.
import * as all from '../../../node_modules/property-information/index.js'
import * as few from '../../../src/ui/markdown/property-names.ts'

const text = `
# Heading

[link](https://a.example "title") ![image](/b.png "title") <https://c.example> www.d.example ~~old~~

A note[^1], twice[^1].

3. three
4. - [x] done
   - [ ] open

| left | centre | right |
| :--- | :----: | ----: |
| 1    | 2      | 3     |

\`\`\`js
const one = 1
\`\`\`

[^1]: A footnote.
`

interface Node {
  readonly properties?: Readonly<Record<string, unknown>>
  readonly children?: readonly Node[]
}

const propertiesIn = ({ properties = {}, children = [] }: Node): string[] => [
  ...Object.keys(properties),
  ...children.flatMap(propertiesIn),
]

type Find = (name: string) => { property: string; attribute: string; space?: string | undefined }
const nameBy = (find: Find, toReact: Readonly<Record<string, string>>) => (name: string) => {
  const { property, attribute, space } = find(name)
  return space ? (toReact[property] ?? property) : attribute
}

test('every property of a text has the name that the whole table gives it', () => {
  const found = new Set<string>()
  const collect = () => (tree: Node) => {
    for (const name of propertiesIn(tree)) found.add(name)
  }
  renderToStaticMarkup(
    <ReactMarkdown remarkPlugins={[remarkGfm]} rehypePlugins={[collect]}>
      {text}
    </ReactMarkdown>,
  )
  const names = [...found].sort()
  expect(names).toEqual(expect.arrayContaining(['ariaDescribedBy', 'checked', 'dataFootnoteRef']))
  const ours = names.map(nameBy(name => few.find(few.html, name), few.hastToReact))
  const theirs = names.map(nameBy(name => all.find(all.html, name), all.hastToReact))
  expect(ours).toEqual(theirs)
})
