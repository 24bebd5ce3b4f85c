import { userInfo } from 'node:os'
import type { DatabaseLocation } from '../../platform/backup/locations.ts'
import { NoAnswerError } from '../../platform/organiser/ask.ts'
import { openOrganiser } from '../../platform/organiser/open.ts'
import type { OpenedOrganiser } from '../../platform/organiser/organiser.ts'
import { printable, printableJson } from '../../platform/terminal/printable.ts'
import { dataFolderOf } from '../command.ts'
import { agrees } from './agree.ts'
import { type ChangeOptions, change } from './change.ts'
import type { See } from './export.ts'
import type { Prepared } from './people.ts'
import { textOfView } from './views.ts'

/** The options of every command. */
interface Shared extends ChangeOptions {
  data?: string
  databaseUrl?: string
}

export type Session = ReturnType<typeof createSession>

/** Prints an error, and makes the process exit with code 1. */
export function fail(message: string): void {
  console.error(message.split('\n').map(printable).join('\n'))
  process.exitCode = 1
}

/**
 * What the commands use: the event that the options name, as organisers see and change it.
 *
 * @param options reads the options of the command that runs
 */
export function createSession(options: () => Shared) {
  function location(): DatabaseLocation {
    const { data, databaseUrl } = options()
    const dataFolder = dataFolderOf(data)
    if (databaseUrl !== undefined && !/^postgres(ql)?:\/\//.test(databaseUrl))
      throw new Error('--database-url: must be like postgres://user:password@host/database')
    const url = databaseUrl ?? (data ? undefined : process.env.DATABASE_URL || undefined)
    return { dataFolder, databaseUrl: url }
  }

  async function using<T>(work: (organiser: OpenedOrganiser) => Promise<T>): Promise<T> {
    const organiser = await openOrganiser(location())
    try {
      return await work(organiser)
    } finally {
      await organiser.close()
    }
  }

  const see = <T>(work: (ask: See) => Promise<T>) => using(organiser => work(seeBy(organiser)))

  return {
    options,
    location,
    fail,
    /** Requests the data that a command shows. */
    see,
    /** Prints what a command shows. */
    async view(command: string, input: object): Promise<void> {
      const data = await see(ask => ask(command, input))
      console.log(options().json ? printableJson(data) : textOfView(command, data))
    },
    /** Changes something. @param prepare makes the input after the organiser agreed. Default: `input` */
    act: (command: string, input: object, prepare?: () => Promise<Prepared>): Promise<void> =>
      using(async organiser => {
        const asked = { command, input, who: whoAsks() }
        const parts = { organiser, agrees, prepare, print: console.log }
        const refused = await change(asked, options(), parts)
        if (refused !== null) fail(refused)
      }),
  }
}

function whoAsks(): string {
  const { SUDO_USER } = process.env
  const username = ownName()
  return SUDO_USER ? `${username} (${SUDO_USER})` : username
}

/** In a container, a user may have a number and no name. */
function ownName(): string {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.()}`
  }
}

/** The data is JSON, from a platform and from this process. Throws a refusal with its own message. */
const seeBy =
  (organiser: OpenedOrganiser): See =>
  async (command, input) => {
    const answer = await organiser.run({ command, input, who: whoAsks() }).catch(error => {
      throw error instanceof NoAnswerError
        ? new Error('the platform did not answer: try it again')
        : error
    })
    if (answer.kind === 'seen') return JSON.parse(JSON.stringify(answer.data))
    throw new Error(answer.kind === 'refused' ? answer.message : `${command} shows nothing`)
  }
