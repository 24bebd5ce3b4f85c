import type { Command } from 'commander'
import type { Session } from '../session.ts'
import { textOfView, views } from '../views.ts'
import { redraw } from '../watch.ts'

/** Adds the commands that show something to organisers. */
export function addListCommands(program: Command, session: Session): void {
  const { view } = session
  program
    .command('people')
    .description('all users, with their accounts')
    .action(() => view('people', {}))
  program
    .command('failures')
    .description('environments that did not start or ended by themselves, with the reason')
    .action(() => view('failures', {}))
  program
    .command('environments')
    .description('the environments of all accounts')
    .action(() => view('environments', {}))
  program
    .command('output')
    .description('what environments of an account printed last')
    .argument('<account>', 'a name, or an id')
    .argument('[challenge]', 'only of this challenge')
    .action((account, challenge) => view('output', { account, challenge }))

  program
    .command('board')
    .description('all accounts as they are now, also while the scoreboard is frozen')
    .action(() => view('board', {}))
  program
    .command('solves')
    .description('solves, wrong flags, shared flags and first bloods of each challenge')
    .action(() => view('solves', {}))
  program
    .command('wrong')
    .description('wrong flags with their texts, and whose a shared one was, newest first')
    .option('--challenge <challenge>', 'only of this one')
    .option('--account <account>', 'only of this one')
    .option('--last <number>', 'how many', Number, 100)
    .action(given => view('wrong', given))
  program
    .command('awards')
    .description('points that were given and taken, with their reasons')
    .action(() => view('awards', {}))
  program
    .command('status')
    .description('times, challenges and announcements, as they count now')
    .action(() => view('status', {}))
  program
    .command('load')
    .description('people online, memory and queues of environments and desktops, by platform')
    .action(() => view('load', {}))
  program
    .command('watch')
    .description('shows views and updates them, until Ctrl-C')
    .argument('[views...]', `of ${Object.keys(views).join(', ')}`, [
      'board',
      'solves',
      'environments',
    ])
    .option('--every <seconds>', 'how often', Number, 2)
    .action((names: string[], { every }) => watch(session, names, every))
  program
    .command('log')
    .description('what organisers did')
    .option('--last <number>', 'how many commands', Number, 50)
    .action(({ last }) => view('log', { last }))
}

async function watch({ options, see, fail }: Session, names: string[], every: number) {
  if (options().json)
    return fail("watch draws for people: for programs call a view, like 'board --json'")
  const wrong = names.find(name => !Object.hasOwn(views, name))
  if (wrong !== undefined)
    return fail(`there is no view '${wrong}'; known are ${Object.keys(views).join(', ')}`)
  if (!(every >= 0.5 && every <= 3600)) return fail('--every: must be from 0.5 to 3600 seconds')
  await see(ask =>
    redraw(async () => {
      const texts: string[] = []
      for (const command of names) {
        texts.push(textOfView(command, await ask(command, {})) ?? '')
      }
      return texts.join('\n\n')
    }, every * 1000),
  )
}
