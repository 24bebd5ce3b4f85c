import type { Organiser, OrganiserRequest } from '../../platform/organiser/organiser.ts'
import { printable, printableJson } from '../../platform/terminal/printable.ts'
import type { Prepared } from './people.ts'
import { changesText } from './print.ts'

export interface ChangeOptions {
  json?: true
  dryRun?: true
  yes?: true
}

interface ChangeParts {
  organiser: Organiser
  agrees(question: string): Promise<boolean>
  /** Makes the input that is sent. Default: the input of `asked`. */
  prepare?: (() => Promise<Prepared>) | undefined
  print(text: string): void
}

/**
 * Shows what a command would change, asks, and does it. If something else has changed meanwhile, it shows the
 * new changes and asks again. With `--yes` it does not ask, and makes the changes as they are at that moment.
 *
 * @returns what was refused; null: nothing
 */
export async function change(
  asked: OrganiserRequest,
  { json, dryRun, yes }: ChangeOptions,
  { organiser, agrees, prepare, print }: ChangeParts,
): Promise<string | null> {
  let planned = await organiser.run({ ...asked, isDryRun: true })
  for (;;) {
    if (planned.kind === 'refused') return planned.message
    if (planned.kind !== 'planned' && planned.kind !== 'outdated')
      throw new Error(`unexpected: ${planned.kind}`)
    const isDone = planned.changes.length === 0
    if (!json && isDone) print('Nothing changes: it is so already.')
    const text = changesText(planned)
    if (!json && text && (isDone || dryRun || !yes)) print(text)
    if (dryRun || isDone) {
      if (json) print(printableJson(planned))
      return null
    }
    if (!yes && !(await agrees('Do this? [y/N] '))) return null
    const prepared = await prepare?.()
    const agreed = yes ? {} : { agreed: planned.digest }
    const answer = await organiser.run({
      ...asked,
      ...agreed,
      input: prepared?.input ?? asked.input,
    })
    if (answer.kind === 'done') {
      if (json) print(printableJson(answer))
      else if (yes) print(`${changesText(answer)}\nDone.`)
      else {
        const { notes } = planned
        const later = answer.notes.filter(note => !notes.includes(note))
        print(['Done.', ...later.map(printable)].join('\n'))
      }
      return null
    }
    await prepared?.takeBack()
    if (!json && answer.kind === 'outdated')
      print('Nothing was done: something else changed meanwhile. It would now do this:')
    planned = answer
  }
}
