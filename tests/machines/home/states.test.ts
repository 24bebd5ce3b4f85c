import { expect, test } from 'vitest'
import { draftsOf } from '../../../src/machines/home/selectors.ts'
import { playing } from '../../support/challenge.ts'
import { answer, done, fail, refused, someTeam, startHome } from './start.ts'

const teamless = { ...playing, phase: 'upcoming', hasTeam: false, hasScoreGroup: false } as const
const open = (state: unknown) => ({ team: { open: state } })
const editing = (state: string) => open({ editing: state })

const forms = {
  join: { call: 'joinTeam', refusal: 'TEAM_FULL', sending: 'joining' },
  create: { call: 'createTeam', refusal: 'TEAM_NAME_TAKEN', sending: 'creating' },
} as const

/** Like `answer`, for any call. */
const tell = (fake: object, said: unknown) => answer(fake as Parameters<typeof answer>[0], said)

function submit(form: keyof typeof forms) {
  const started = startHome(teamless)
  started.send({ type: 'token.typed', token: 'abc' }, { type: 'teamName.typed', teamName: 'x' })
  started.send({ type: `team.${form}` })
  return started
}

test.each(['join', 'create'] as const)('each answer to %s leads to its own state', async form => {
  const { call, refusal, sending } = forms[form]
  const after = async (said: unknown) => {
    const started = submit(form)
    await tell(started.fakes[call], said)
    return started.value()
  }
  expect(await after(done)).toEqual(open({ settling: 'asked' }))
  expect(await after(refused(refusal))).toEqual(editing(`${form}Refused`))
  expect(await after(refused('LIMITED'))).toEqual(editing(`${form}Wait`))
  expect(await after(refused('VALIDATION_FAILED'))).toEqual({ team: sending })
  expect(await after(refused(refusal, { retried: true }))).toEqual({ team: sending })

  const failed = submit(form)
  await fail(failed.fakes[call])
  expect(failed.value()).toEqual({ team: sending })
  await answer(failed.fakes[call].check, null)
  expect(failed.value()).toEqual(editing(`${form}Refused`))

  const done500 = submit(form)
  await fail(done500.fakes[call])
  await answer(done500.fakes[call].check, someTeam)
  expect(done500.value()).toEqual(open({ settling: 'asked' }))
})

test.each(['join', 'create'] as const)(
  'each result of a check of %s leads to its own state',
  async form => {
    const checking = async () => {
      const started = submit(form)
      await tell(started.fakes[forms[form].call], refused('VALIDATION_FAILED'))
      return started
    }
    const found = await checking()
    await answer(found.fakes[forms[form].call].check, someTeam)
    expect(found.value()).toEqual(open({ settling: 'asked' }))

    const missing = await checking()
    await answer(missing.fakes[forms[form].call].check, null)
    expect(missing.value()).toEqual(editing(`${form}Refused`))

    const unknown = await checking()
    await fail(unknown.fakes[forms[form].call].check)
    expect(unknown.value()).toEqual(editing(`${form}Refused`))
  },
)

test('typing into a refused field keeps what is typed, and leaves no refusal', () => {
  const { home, send, value } = startHome(teamless)
  send({ type: 'team.join' }, { type: 'token.typed', token: 'a' })
  expect(value()).toEqual(editing('idle'))
  send({ type: 'team.create' }, { type: 'teamName.typed', teamName: 'b' })
  expect(value()).toEqual(editing('idle'))
  expect(draftsOf(home.getSnapshot())).toMatchObject({ token: 'a', teamName: 'b' })
})
