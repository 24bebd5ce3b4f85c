import type { Facts } from '../../../src/domain/facts.ts'
import type { invitationMachine } from '../../../src/machines/invitation/machine.ts'
import {
  invitationProblem,
  invitationWait,
  isJoining,
  shownPlace,
} from '../../../src/machines/invitation/selectors.ts'
import { facts } from '../data.ts'
import type { Oracle } from '../harness/fixtures.ts'

/** What the app may say of the user, in the order of the model's events. */
export const everyFacts = [
  facts({ isReady: false, hasTeam: false }),
  facts({ hasTeam: false }),
  facts(),
  facts({ teamMode: false, hasTeam: false }),
  facts({ phase: 'over', hasTeam: false }),
] as const

/** What the page of an invitation shows, and what is asked of others. */
interface Seen {
  readonly place: ReturnType<typeof shownPlace>
  readonly isJoining: boolean
  readonly problem: string | null
  readonly waitUntil: number | null
  readonly asks: readonly string[]
  /** How often the app was asked to read the team. */
  readonly reads: number
}

const REFETCH = 10_000
const RETRY_AFTER = 40_000

/** The rules of `tests/machines/invitation`, from what happened alone. */
export const invitationOracle: Oracle<typeof invitationMachine> = world => {
  let known: Facts | null = null
  let hasToken = false
  let step: 'still' | 'joining' | 'joined' | { readonly rereadAt: number; readonly isLast: boolean }
  step = 'still'
  let problem: string | null = null
  let waitUntil: number | null = null
  let reads = 0

  const place = (): Seen['place'] => {
    if (step === 'joined') return 'joined'
    if (step !== 'still') return 'asking'
    if (!hasToken) return 'none'
    if (!known?.isReady) return 'unknown'
    if (!known.teamMode) return 'noTeams'
    if (known.hasTeam) return 'inTeam'
    return known.phase === 'over' ? 'over' : 'asking'
  }
  const isUnderWay = () => step !== 'still' && step !== 'joined'
  const forget = () => {
    problem = null
    waitUntil = null
  }
  const read = (isLast: boolean) => {
    reads += 1
    step = { rereadAt: world.now() + REFETCH, isLast }
  }
  const refuse = (why: { problem?: string; waitUntil?: number }) => {
    step = 'still'
    problem = why.problem ?? null
    waitUntil = why.waitUntil ?? null
  }
  const learn = (facts: Facts) => {
    known = facts
    // A team that was left again: the invitation was used.
    if (step === 'joined' && !facts.hasTeam) step = 'still'
  }

  const rules: Readonly<Record<string, () => void>> = {
    'invitation.opened #0 from keepInvitation': () => {
      if (isUnderWay()) return
      hasToken = true
      step = 'still'
      forget()
    },
    'invitation.accept #0': () => {
      if (place() !== 'asking' || isUnderWay() || waitUntil !== null) return
      forget()
      step = 'joining'
    },
    'invitation.decline #0': () => {
      if (place() === 'asking' && !isUnderWay()) hasToken = false
    },
    'joinTeam answers #0': () => read(false),
    'joinTeam answers #1': () => read(false),
    'joinTeam answers #2': () => refuse({ problem: 'TEAM_FULL' }),
    'joinTeam answers #3': () => refuse({ waitUntil: world.now() + RETRY_AFTER }),
    'joinTeam answers #4': () => refuse({ problem: 'FAILED' }),
    'the next timer runs': () => {
      if (waitUntil !== null && world.now() >= waitUntil) waitUntil = null
      if (typeof step !== 'object' || world.now() < step.rereadAt) return
      if (step.isLast) step = 'still'
      else read(true)
    },
    ...Object.fromEntries(
      everyFacts.map((facts, index) => [`facts.changed #${index}`, () => learn(facts)]),
    ),
  }

  return {
    expect(happened): Seen {
      rules[happened]?.()
      if (typeof step === 'object' && known?.hasTeam) {
        step = 'joined'
        hasToken = false
      }
      if (place() !== 'asking') forget()
      return {
        place: place(),
        isJoining: isUnderWay(),
        ...{ problem, waitUntil, reads },
        asks: step === 'joining' ? ['joinTeam'] : [],
      }
    },
    see: (snapshot, asks): Seen => ({
      place: shownPlace(snapshot),
      isJoining: isJoining(snapshot),
      problem: invitationProblem(snapshot),
      waitUntil: invitationWait(snapshot),
      asks,
      reads: world.reports.length,
    }),
  }
}
