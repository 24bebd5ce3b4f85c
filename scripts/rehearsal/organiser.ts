import { execFile } from 'node:child_process'
import { type Commands, createCommands, type Done, type Rehearsal } from './commands.ts'
import { broken, GREETING, LAST_WORDS, late, mistyped } from './event.ts'
import { flagKey, type RehearsalParticipant } from './participant.ts'
import { until } from './until.ts'

/** What an organiser does, and what must follow from it on all platforms. */
export interface Step {
  /** The name as in `docs/organising.md`, or a description. */
  name: string
  /** @returns a line to print, if there is one. @throws Error if something is wrong */
  run(): Promise<string | undefined>
}

/** Every command of `docs/organising.md` except those for the end, in an order that makes sense. */
export function organiserSteps(rehearsal: Rehearsal) {
  const commands = createCommands(rehearsal)
  return {
    before: stepsBefore(commands),
    first: firstSteps(rehearsal, commands),
    second: secondSteps(rehearsal, commands),
    third: thirdSteps(rehearsal, commands),
  }
}

const step = (name: string, work: () => Promise<unknown>): Step => ({
  name,
  run: async () => {
    const said = await work()
    return typeof said === 'string' ? said : undefined
  },
})

/** The id of the newest entry. */
const idOf = (all: { id: string }[]) => all.at(-1)?.id ?? ''

/** Before participants play. */
function stepsBefore(commands: Commands): Step[] {
  const { see, change } = commands
  return [
    step('hide', async () => {
      await change('hide', `${late.category}/${late.slug}`)
    }),
    step('status', () => see('status')),
  ]
}

/** Registration, announcements, and challenges with their hints and flags. */
function firstSteps(rehearsal: Rehearsal, commands: Commands): Step[] {
  const { site, event, people, teams } = rehearsal
  const {
    see,
    change,
    everywhere,
    team,
    founder,
    announced,
    listed,
    tells,
    refused,
    wrongOf,
    importOne,
  } = commands
  return [
    step('people', async () => {
      const all = await see<unknown[]>('people')
      if (all.length !== people.length) throw new Error(`${all.length} people of ${people.length}`)
      return `${all.length} people`
    }),
    step('load', async () => {
      const { replicas, silent } = await see<{ replicas: unknown[]; silent: number }>('load')
      if (replicas.length !== 2 || silent > 0)
        throw new Error(`${replicas.length} platforms answer`)
      return '2 platforms'
    }),
    step('failures', async () => {
      const path = `/v1/challenges/${broken}/instance?category=net`
      await founder(0).client.call('PUT', path)
      await until(500, async () => {
        const all = await see<{ account: string; challenge: string; reason: string }[]>('failures')
        const own = all.filter(one => one.account === team(0).name)
        return own.some(one => one.reason.includes(LAST_WORDS)) || `${own.length} are of it`
      })
      // Participants learn less: nothing of the host, and nothing of what it printed.
      await everywhere<{ ended?: { reason: string } }>(
        path,
        body => body.ended?.reason === 'notStarted' && !JSON.stringify(body).includes(LAST_WORDS),
        founder(0),
      )
      return 'the reason for organisers, a word of it for participants'
    }),
    step('registration', async () => {
      await change('registration', 'closed')
      await refused('uninvited-1')
      await change('registration', 'invited')
      await refused('uninvited-2')
    }),
    step('invite', async () => {
      const { notes } = await change('invite', '--codes', '2')
      const code = notes.flatMap(note => /^code: (.+)$/.exec(note)?.[1] ?? [])[0]
      await rehearsal.newcomer('latecomer', team(6), code ?? '')
      const codes = await see<{ id: string; used: number }[]>('invites')
      const used = codes.filter(one => one.used === 1)
      if (codes.length !== 2 || used.length !== 1) throw new Error('the code was not counted')
      await change('take-back', codes.find(one => one.used === 0)?.id ?? '')
      await change('registration', 'open')
    }),
    step('import', async () => {
      await importOne('imported', team(10).name)
      await tells('/v1/user/team', text => text.includes('"imported"'), founder(10))
    }),
    step('announce', async () => {
      const begun = performance.now()
      await change('announce', '--title', 'Hello', '--title-de', 'Hallo', '--text', 'Good luck.')
      await announced('Hello', true)
      const streams = people.flatMap(one => one.stream ?? [])
      await until(50, async () => {
        const heard = streams.filter(one => one.receivedAt('announcements') > begun).length
        return heard === streams.length || `${heard} of ${streams.length} streams heard it`
      })
      return `${streams.length} streams heard it`
    }),
    step('announce --at', async () => {
      await change('announce', '--title', 'Later', '--text', 'Now.', '--important', '--at', '+30s')
      await announced('Later', true)
    }),
    step('take-back', async () => {
      const { announcements } = await see<{
        announcements: { id: string; title: { en: string } }[]
      }>('status')
      await change('take-back', idOf(announcements.filter(one => one.title.en === 'Later')))
      await announced('Later', false)
    }),
    step('release', async () => {
      await change('release', `${late.category}/${late.slug}`)
      await listed(late.slug, true)
      await change('hide', 'web/door-11')
      await listed('door-11', false)
      await change('release', 'web/door-11')
      await listed('door-11', true)
    }),
    step('hint', async () => {
      const path = '/v1/challenges/door-1?category=web'
      await change('hint', 'web/door-1', '--text', 'Look *below*.')
      await tells(path, text => text.includes('Look *below*.'))
      const { hints } = await see<{ hints: { id: string }[] }>('status')
      await change('take-back', idOf(hints))
      await tells(path, text => !text.includes('Look *below*.'))
    }),
    step('wrong', async () => {
      const all = await see<unknown[]>('wrong', '--last', '10000')
      return `${all.length} wrong flags`
    }),
    step('credit', async () => {
      const { door, id } = await wrongOf(7)
      // If the team has solved it before, this only changes the time of the solve.
      await see('credit', String(id))
      team(7).accepted.add(flagKey(door, `SHOW{${door.slug}}`))
      await tells('/v1/user/stats', text => text.includes('"door-0"'), founder(7))
    }),
    step('reload', async () => {
      await event.mendMistake()
      const said = await site.reload()
      if (!said.includes('same event')) throw new Error(said)
    }),
    step('rejudge', async () => {
      const path = `${mistyped.category}/${mistyped.slug}`
      const all = await see<{ text: string; account: string }[]>(
        'wrong',
        '--challenge',
        path,
        '--last',
        '10000',
      )
      await see<Done>('rejudge', path)
      const names = new Set(all.map(({ account }) => account))
      const concerned = teams.filter(({ name }) => names.has(name))
      for (const one of concerned) one.accepted.add(flagKey(mistyped, mistyped.flags[0] ?? ''))
      for (const one of concerned.slice(0, 3))
        await tells(
          '/v1/user/stats',
          text => text.includes(`"${mistyped.slug}"`),
          people.find(({ team }) => team === one),
        )
      return `${concerned.length} teams get it`
    }),
  ]
}

/** Points, teams, accounts and their members. */
function secondSteps(rehearsal: Rehearsal, commands: Commands): Step[] {
  const { people } = rehearsal
  const { see, change, team, founder, board, onBoard, tells, importOne } = commands
  return [
    step('award', async () => {
      await change('award', team(0).name, '50', '--reason', 'A write-up', '--reason-de', 'Ein Text')
      await tells('/v1/user/submissions', text => text.includes('A write-up'), founder(0))
    }),
    step('deduct', async () => {
      await change('deduct', team(1).name, '30', '--reason', 'Shared a flag')
      await tells('/v1/user/submissions', text => text.includes('Shared a flag'), founder(1))
    }),
    step('awards', async () => {
      await change('award', team(2).name, '5', '--reason', 'By mistake')
      await change('take-back', idOf(await see<{ id: string }[]>('awards')))
      await tells('/v1/user/submissions', text => !text.includes('By mistake'), founder(2))
    }),
    step('rename', async () => {
      await change('rename', team(3).name, 'The Owls')
      team(3).name = 'The Owls'
      await board(entries => entries.some(one => one.displayName === 'The Owls'))
    }),
    step('move', async () => {
      const person = people.findLast(one => one.team === team(4)) as RehearsalParticipant
      await person.changeTeam(team(5), async () => {
        await change('move', person.name, team(5).name)
      })
      await tells('/v1/user/team', text => text.includes(`"${team(5).name}"`), person)
    }),
    step('merge', async () => {
      await importOne('alone', 'Alone')
      await change('merge', 'Alone', team(11).name)
      await tells('/v1/user/team', text => text.includes('"alone"'), founder(11))
    }),
    step('delete-user', async () => {
      await change('delete-user', 'alone')
      await tells('/v1/user/team', text => !text.includes('"alone"'), founder(11))
    }),
    step('ban', async () => {
      await change('ban', team(8).name)
      await onBoard(8, false)
    }),
    step('hide-account', async () => {
      await change('hide-account', team(9).name)
      await onBoard(9, false)
    }),
    step('change-group', async () => {
      await change('change-group', team(10).name, 'Guests')
      await onBoard(10, false)
      await change('change-group', team(10).name, 'Open')
      await onBoard(10, true)
    }),
    step('board', async () => {
      await see('board')
    }),
    step('unban', async () => {
      await change('unban', team(8).name)
      await onBoard(8, true)
    }),
    step('show-account', async () => {
      await change('show-account', team(9).name)
      await onBoard(9, true)
    }),
    step('sign-out', async () => {
      await change('sign-out', founder(0).name)
    }),
    step('reset-password', async () => {
      const { notes } = await change('reset-password', founder(1).name)
      const given = notes.flatMap(note => /^the new password: (.+)$/.exec(note)?.[1] ?? [])[0]
      founder(1).client.newPassword(given ?? '')
      await founder(1).client.read('/v1/user')
    }),
  ]
}

/** Environments, solves, and the times of the event. */
function thirdSteps(rehearsal: Rehearsal, commands: Commands): Step[] {
  const { site, witness, takenBack } = rehearsal
  const { see, change, everywhere, team, founder, tells, startService } = commands
  return [
    step('password-link', async () => {
      const { notes } = await change('password-link', 'imported', '--origin', site.origin)
      const link = notes.join(' ').match(/https:\S+/)?.[0] ?? ''
      const { status } = await fetch(link)
      if (status !== 200) throw new Error(`the link '${link}' is answered with ${status}`)
    }),
    step('environments', async () => {
      const all = await see<{ state: string }[]>('environments')
      return `${all.filter(({ state }) => state === 'running').length} run`
    }),
    step('output', async () => {
      await until(500, async () => {
        await startService()
        const said = JSON.stringify(await see<unknown>('output', team(0).name))
        return said.includes(GREETING) || `it printed ${said}`
      })
    }),
    step('restart', async () => {
      await until(500, async () => {
        await startService()
        const { changes } = await see<Done>('restart', team(0).name)
        return changes.length > 0 || 'nothing runs'
      })
    }),
    step('stop', async () => {
      await startService()
      await see('stop', team(0).name)
    }),
    step('unsolve', async () => {
      const door = { category: 'crypto', slug: 'door-2', flags: [] }
      await founder(2).submit(door, 'SHOW{door-2}')
      takenBack.add(`${team(2).id} crypto/door-2`)
      await change('unsolve', team(2).name, 'crypto/door-2')
      await tells('/v1/user/stats', text => !text.includes('"door-2"'), founder(2))
    }),
    step('solves', async () => {
      const all = await see<unknown[]>('solves')
      return `${all.length} challenges`
    }),
    step('freeze', async () => {
      await change('freeze')
      await tells('/v1/stats/scoreboard', text => text.includes('"frozenSince":"'))
      await change('unfreeze')
      await tells('/v1/stats/scoreboard', text => !text.includes('"frozenSince":"'))
    }),
    step('unfreeze', async () => undefined),
    step('watch', async () => {
      const words = ['watch', 'board', 'load', '--database-url', site.databaseUrl]
      const drawn = await watched(words)
      if (!drawn.includes('Rank')) throw new Error('it drew no board')
    }),
    step('pause', async () => {
      await change('pause')
      const door = { category: 'web', slug: 'door-3', flags: [] }
      await until(100, async () => {
        const { code } = await witness.submit(door, 'SHOW{door-3}')
        return code === 'TIME_RESTRICTED' || 'flags are still accepted'
      })
    }),
    step('resume', async () => {
      await change('resume')
    }),
    step('extend', async () => {
      const times = async () => (await see<{ end: string }>('status')).end
      const end = Date.parse(await times()) + 120_000
      await change('extend', '2m')
      await everywhere<{ ctfEnd: string }>('/v1/metadata', one => Date.parse(one.ctfEnd) === end)
    }),
    step('log', async () => {
      const all = await see<unknown[]>('log', '--last', '1000')
      return `${all.length} entries`
    }),
  ]
}

/** What the command draws until it is interrupted. */
const watched = (words: string[]) =>
  new Promise<string>((resolve, reject) => {
    const child = execFile(process.execPath, ['scripts/organise/organise.ts', ...words])
    let drawn = ''
    child.stdout?.on('data', part => {
      drawn += part
      if (drawn.includes('Rank')) child.kill('SIGINT')
    })
    child.once('error', reject)
    child.once('close', () => resolve(drawn))
  })
