import { machineFiles } from '../../tools/statechart/machine-files.ts'
import { files, textOf } from './files.ts'

/** `npm run charts:check` and `npm run models` compare the charts and models themselves. */
export function* machineProblems(): Generator<string> {
  const [, afterTitle = ''] = textOf('ARCHITECTURE.md').split('\n### The actors\n')
  const [, tree = ''] = afterTitle.split('```')
  const inTree = new Set(tree.match(/[\w-]+/g))
  for (const [id, file] of machineFiles()) {
    const page = `docs/machines/${id}.md`
    const isDrawn = files.includes(page) && textOf(page).includes(`[${file}]`)
    if (!isDrawn)
      yield `The machine of ${file} is not drawn in ${page}: run npm run charts when it has a model.`
    const model = `tests/models/${id}.model.ts`
    if (!files.includes(model)) yield `The machine of ${file} has no model: ${model}.`
    if (file.startsWith('src/') && !inTree.has(id))
      yield `The tree of actors in ARCHITECTURE.md lacks ${id}, the machine of ${file}.`
  }
}
