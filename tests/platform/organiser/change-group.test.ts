import { expect, test } from 'vitest'
import { writeFolder } from '../event/write-folder.ts'
import { startPlatform } from '../start-platform.ts'
import { openTestDatabase } from '../test-database.ts'
import { changesOf, files, type Played, play } from './organised.ts'

const scoreGroups = [{ name: 'Open' }, { name: 'Students', password: 'sesame' }]

async function open() {
  const eventFolder = await writeFolder(
    files({ name: 'Fair', start: 'first start', end: 'start + 1d', scoreGroups }),
  )
  const database = await openTestDatabase()
  const platform = await startPlatform({ eventFolder, database })
  const run = (input: object) =>
    platform.composition.organiser.run({ command: 'change-group', input, who: 'olga' })
  const close = async () => {
    await platform.close()
    await database.close()
  }
  return { platform, run, [Symbol.asyncDispose]: close }
}

const board = async ({ call }: Played) => {
  const { body } = await call('GET', '/v1/stats/scoreboard')
  return body.entries.map((one: { displayName: string; points: number }) => [
    one.displayName,
    one.points,
  ])
}

test('an account that is put into another score group has its points there, and values follow', async () => {
  await using event = await open()
  const [alice, bob] = [await play(event.platform, 'alice'), await play(event.platform, 'bob')]
  await bob.solve('one', 'F{One}')
  await alice.solve('one', 'F{One}')
  expect(await board(alice)).toEqual([
    ['bob', 90],
    ['alice', 90],
  ])

  const input = { account: 'bob', group: 'students' }
  expect(changesOf(await event.run(input))).toEqual([
    { what: 'score group of bob', before: 'Open', after: 'Students' },
  ])
  expect(await board(alice)).toEqual([['alice', 100]])
  expect(await board(bob)).toEqual([['bob', 100]])
  expect(changesOf(await event.run(input))).toEqual([])
})

test('an account that has chosen no score group gets one, and may play', async () => {
  await using event = await open()
  const call = await event.platform.as('carol')
  await call('GET', '/v1/user')
  expect((await call('GET', '/v1/challenges')).status).toBe(403)
  await event.run({ account: 'carol', group: 'Open' })
  expect((await call('GET', '/v1/challenges')).status).toBe(200)
})

test('a score group that does not exist is refused, with the names of all', async () => {
  await using event = await open()
  await play(event.platform, 'alice')
  expect(await event.run({ account: 'alice', group: 'Staff' })).toEqual({
    kind: 'refused',
    message: "there is no score group 'Staff'; there are 'Open', 'Students'",
  })
})
