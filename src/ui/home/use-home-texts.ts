import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { CreateProblem, JoinProblem, SelectProblem } from '../../machines/home/problems.ts'

/** The texts for the problems of home's forms. */
export function useHomeTexts() {
  const { t } = useLingui()
  const noTeams = t`This event has no teams.`
  const over = t`The event is over.`
  const failed = t`That did not work. Please try again.`

  const join: Record<JoinProblem, string> = {
    EMPTY: t({ id: 'tokenEmpty', message: 'The token cannot be empty.' }),
    TEAM_JOIN_TOKEN_INVALID: t({ id: 'tokenInvalid', message: 'The provided token is wrong.' }),
    TEAM_FULL: t({ id: 'teamFull', message: 'The team is already full.' }),
    NOT_FOUND: noTeams,
    TIME_RESTRICTED: over,
    VALIDATION_FAILED: t`This is not a valid token.`,
    FAILED: failed,
  }
  const create: Record<CreateProblem, string> = {
    EMPTY: t({ id: 'teamNameEmpty', message: 'The name cannot be empty.' }),
    TEAM_NAME_TAKEN: t({
      id: 'teamNameTaken',
      message: 'There is already a team with this name.',
    }),
    NOT_FOUND: noTeams,
    TIME_RESTRICTED: over,
    VALIDATION_FAILED: t`You cannot use this name. Use letters of one alphabet, digits and symbols.`,
    FAILED: failed,
  }
  const select: Record<SelectProblem, string> = {
    EMPTY: t`The password cannot be empty.`,
    NO_ACCOUNT: t`You need an account in this event to choose a score group.`,
    NOT_FOUND: t`This score group does not exist any more.`,
    TIME_RESTRICTED: over,
    FAILED: failed,
  }
  return {
    join,
    create,
    select,
    wrongPassword: t({ id: 'invalidPassword', message: 'The password is invalid.' }),
    /** Rounded up, because each change is announced. */
    tooManyAttempts(secondsLeft: number) {
      const minutes = Math.ceil(secondsLeft / 60)
      const seconds = Math.ceil(secondsLeft / 10) * 10
      return secondsLeft > 60
        ? t`Too many attempts. You can try again in about ${plural(minutes, { one: '# minute', other: '# minutes' })}.`
        : t`Too many attempts. You can try again within ${plural(seconds, { one: '# second', other: '# seconds' })}.`
    },
    waitLabel: (secondsLeft: number) => t`Wait ${secondsLeft} s`,
  }
}
