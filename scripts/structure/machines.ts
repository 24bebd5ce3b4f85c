import { machineFiles } from '../../tools/statechart/machine-files.ts'
import { files, textOf } from './files.ts'

/** `npm run charts:check` and `npm run models` compare the charts and models themselves. */
export function* machineProblems(): Generator<string> {
  for (const [id, file] of machineFiles()) {
    const page = `docs/machines/${id}.md`
    const isDrawn = files.includes(page) && textOf(page).includes(`[${file}]`)
    if (!isDrawn)
      yield `The machine of ${file} is not drawn in ${page}: give it a model and run npm run charts.`
    const model = `tests/models/${id}.model.ts`
    if (!files.includes(model)) yield `The machine of ${file} has no model: ${model}.`
  }
}
