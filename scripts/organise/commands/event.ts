import type { Command } from 'commander'
import { commandNames } from '../../../platform/command-names.ts'
import { parseDuration } from '../../../platform/event/times.ts'
import { messageOf } from '../../../platform/log-errors.ts'
import type { Session } from '../session.ts'
import { resolveTime, timeForms } from '../times.ts'
import { addTextOptions, textsOf } from './text-options.ts'

const at = ['--at <time>', `from then on: ${timeForms}`] as const
const timeOf = ({ at: given }: { at?: string }) =>
  given === undefined ? {} : { at: resolveTime(given, new Date()) }

/** @throws Error if the event would not be longer */
function longer(words: readonly string[]): string {
  const duration = words.join(' ')
  if (/^-\s*\d/.test(duration))
    throw new Error(
      `extend cannot make an event shorter: change 'end' in event.yaml, then '${commandNames.event} reload'`,
    )
  const option = words.find(word => word.startsWith('-'))
  if (option !== undefined) throw new Error(`extend has no option '${option}'`)
  if (words.length > 1) throw new Error(`extend takes one duration: write '${duration}'`)
  try {
    if (parseDuration(duration.trim()) > 0) return duration
  } catch (error) {
    throw new Error(`extend: ${messageOf(error)}`)
  }
  throw new Error(`extend: '${duration}' is nothing; write it like 30m or '1h 30m'`)
}

/** Adds the commands for what participants see of the event, and when. */
export function addEventCommands(program: Command, { act }: Session): void {
  const announce = program
    .command('announce')
    .description('announce something to all participants')
    .option('--important', 'it stands out')
    .option(...at)
  addTextOptions(announce, 'title', 'the title')
  addTextOptions(announce, 'text', 'the text as Markdown')
  announce.action((given: Record<string, string>) => {
    const importance = given.important ? 'high' : 'normal'
    const texts = { title: textsOf(given, 'title'), text: textsOf(given, 'text') }
    return act('announce', { ...texts, importance, ...timeOf(given) })
  })
  program
    .command('take-back')
    .description(
      'take an announcement, points, an invite code, or a hint that was given by command, back',
    )
    .argument('<id>', "as 'status', 'awards' or 'invites' shows it")
    .action(id => act('take-back', { id }))

  for (const [name, description] of [
    ['hide', 'take challenges away; their solves count again after a release'],
    ['release', 'show challenges that were hidden'],
  ] as const)
    program
      .command(name)
      .description(description)
      .argument('<challenges...>', 'like web/guest-book')
      .option(...at)
      .action((challenges, given) => act(name, { challenges, ...timeOf(given) }))

  program
    .command('hint')
    .description('give a challenge another hint')
    .argument('<challenge>', 'like web/guest-book')
    .requiredOption('--text <text>', 'the hint as Markdown')
    .option('--cost <points>', 'what it takes off the score of who opens it', Number, 0)
    .action((challenge, { text, cost }) => act('hint', { challenge, text, cost }))
  program
    .command('extend')
    .description('move the end, and the end of post play')
    .argument('<duration...>', "like 30m or '1h 30m'")
    // Otherwise '-5m' is refused as an unknown option.
    .allowUnknownOption()
    .action((words: string[]) => act('extend', { by: longer(words) }))
  program
    .command('freeze')
    .description('freeze the scoreboard from now, or from a time on')
    .option(...at)
    .action(given => act('freeze', timeOf(given)))
  program
    .command('unfreeze')
    .description('show the scoreboard as it is')
    .action(() => act('unfreeze', {}))
  program
    .command('pause')
    .description('refuse flags, hints that cost points and starts of environments until resume')
    .action(() => act('pause', {}))
  program
    .command('resume')
    .description('go on, and move the end by the time that was lost')
    .option('--no-extend', 'leave the end where it is')
    .action(({ extend }) => act('resume', { extend }))
}
