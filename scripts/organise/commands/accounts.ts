import type { Command } from 'commander'
import type { Session } from '../session.ts'
import { importFrom } from './import.ts'

/** Adds the commands for teams, people, their sign-ins and environments. */
export function addAccountCommands(program: Command, session: Session): void {
  const { act, view } = session
  program
    .command('rename')
    .description('give a team, or an account without teams, another name')
    .argument('<account>', 'a name, or an id')
    .argument('<name>', 'the new one')
    .action((account, name) => act('rename', { account, name }))
  program
    .command('move')
    .description('put a user into another team; what they solved stays with the old one')
    .argument('<user>', "as 'people' shows them")
    .argument('<team>', 'a name, or an id')
    .action((user, team) => act('move', { user, team }))
  program
    .command('merge')
    .description('make two accounts one, with all that either solved and the members of both')
    .argument('<from>', 'a name, or an id; it ends')
    .argument('<into>', 'a name, or an id; it stays')
    .action((from, into) => act('merge', { from, into }))
  program
    .command('change-group')
    .description('put an account into another score group, with its points')
    .argument('<account>', 'a name, or an id')
    .argument('<group>', 'a name, or a slug')
    .action((account, group) => act('change-group', { account, group }))
  for (const [name, description] of [
    ['ban', 'keep an account out; its solves are kept and give no points'],
    ['unban', 'let an account take part again'],
    ['hide-account', 'take an account off all boards; it plays on, and changes no values'],
    ['show-account', 'put an account back on the boards'],
  ] as const)
    program
      .command(name)
      .description(description)
      .argument('<account>', 'a name, or an id')
      .action(account => act(name, { account }))
  for (const [name, description] of [
    ['sign-out', 'end all sign-ins of a user'],
    ['reset-password', 'print a new password for a user, and end all sign-ins'],
  ] as const)
    program
      .command(name)
      .description(description)
      .argument('<user>', 'the name for the sign-in')
      .action(user => act(name, { user }))
  program
    .command('delete-user')
    .description('delete what is known of a person; what they solved stays, without their name')
    .argument('<user>', "as 'people' shows them")
    .action(user => act('delete-user', { user }))
  program
    .command('password-link')
    .description('print a new link by which a user chooses a password, and end all sign-ins')
    .argument('<user>', 'the name for the sign-in')
    .requiredOption('--origin <url>', 'where participants find the platform')
    .action((user, { origin }) => act('password-link', { user, origin }))
  for (const [name, description] of [
    ['stop', 'stop environments of an account'],
    ['restart', 'end environments of an account and start them again'],
  ] as const)
    program
      .command(name)
      .description(description)
      .argument('<account>', 'a name, or an id')
      .argument('[challenge]', 'only of this challenge')
      .action((account, challenge) => act(name, { account, challenge }))
  program
    .command('registration')
    .description('say who may create an account: everybody, who has an invite code, or nobody')
    .argument('<state>', 'open, invited or closed')
    .action(state => act('registration', { state }))
  program
    .command('invite')
    .description('print new invite codes')
    .option('--codes <number>', 'how many', Number, 1)
    .option('--uses <number>', 'accounts for each', Number, 1)
    .action(given => act('invite', given))
  program
    .command('invites')
    .description('the invite codes, and how often each was used')
    .action(() => view('invites', {}))
  program
    .command('import')
    .description("create accounts and teams from a CSV file, or from CTFd's export")
    .argument(
      '<file>',
      'the folder of an unpacked export, or a file whose first line names the columns: name, display name, team, group, password',
    )
    .option(
      '--links <file>',
      'a new file for the links by which people without a password choose one',
    )
    .option('--origin <url>', 'where participants find the platform, for the links')
    .option('--results', "with CTFd's solves and awards")
    .action((file, options) => importFrom(session, file, options))
}
