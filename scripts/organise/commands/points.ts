import type { Command } from 'commander'
import type { Session } from '../session.ts'
import { addTextOptions, textsOf } from './text-options.ts'

/** @throws Error that names the word */
function idOf(word: string): number {
  if (/^\d+$/.test(word)) return Number(word)
  throw new Error(`'${word}' is not the id of a wrong flag; 'wrong' shows them`)
}

/** Adds the commands for solves, and for the points that organisers give and take. */
export function addPointsCommands(program: Command, { act }: Session): void {
  program
    .command('credit')
    .description('accept wrong flags after all, as of the time when they were submitted')
    .argument('<ids...>', "as 'wrong' shows them")
    .option('--flag <id>', 'which flag, where the challenge has several')
    .action((ids: string[], { flag }) => act('credit', { ids: ids.map(idOf), flag }))
  program
    .command('rejudge')
    .description('accept what was rejected, and is right by the flags of now')
    .argument('<challenge>', 'like web/guest-book')
    .action(challenge => act('rejudge', { challenge }))
  program
    .command('unsolve')
    .description('take back what an account solved')
    .argument('<account>', 'a name, or an id')
    .argument('<challenge>', 'like web/guest-book')
    .option('--flag <id>', 'only this flag')
    .action((account, challenge, { flag }) => act('unsolve', { account, challenge, flag }))

  for (const [name, description] of [
    ['award', 'give an account points, with a reason that it sees'],
    ['deduct', 'take points from an account, with a reason that it sees'],
  ] as const)
    addTextOptions(program.command(name).description(description), 'reason', 'why, in one line')
      .argument('<account>', 'a name, or an id')
      .argument('<points>', 'a whole number', Number)
      .action((account, points, given) =>
        act(name, { account, points, reason: textsOf(given, 'reason') }),
      )
}
