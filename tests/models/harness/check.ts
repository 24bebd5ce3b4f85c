import { isDeepStrictEqual } from 'node:util'
import type { ActorUnderTest, Stimulus } from './actor-under-test.ts'
import type { AnyBehaviour, AnySentence } from './behaviour.ts'
import { type AnyModel, stimulusOf } from './fixtures.ts'
import { describeSight, isSame, type Sight, type TimedSight } from './sights.ts'

/** A machine does or shows something that its behaviour does not say. */
export class Misbehaviour extends Error {
  readonly sentence: string

  constructor(sentence: string, why: string) {
    super(`"${sentence}" is not true: ${why}`)
    this.name = 'Misbehaviour'
    this.sentence = sentence
  }
}

interface Expected {
  readonly says: string
  readonly sights: readonly Sight[]
  /** When each must be seen; undefined: at any time. */
  readonly at?: number
}

const NOTHING_ELSE = 'Nothing is done that no sentence names.'

/**
 * Follows a running machine, and throws a `Misbehaviour` at the first step that no sentence explains.
 *
 * @param heard gets each sentence that said something
 */
export function createChecker(
  model: AnyModel,
  behaviour: AnyBehaviour,
  subject: ActorUnderTest,
  heard: Set<string>,
) {
  const sentences = Object.entries(behaviour.sentences) as unknown as [string, AnySentence][]
  const invariants = Object.entries(behaviour.always ?? {}).map(
    ([says, create]) => [says, create()] as const,
  )
  let known = behaviour.begins
  const learn = (more: unknown) => {
    known = { ...(known as object), ...(more as object) }
  }
  const on = new Set<string>()
  const followed = new Map(
    sentences.flatMap(([says, one]) => (one.follows ? [[says, one.follows(known)] as const] : [])),
  )
  /** When the clock last jumped forward. Nobody notices before this what the jump made due. */
  let jumpedAt = 0
  const deadline = (at: number, within = 0) => (within > 0 ? Math.max(at, jumpedAt) + within : at)

  const meant = (happened: string, value: unknown, now: number) =>
    sentences.filter(
      ([, one]) =>
        one.on !== 'time' && one.on === happened && (one.if?.(known, value as null, now) ?? true),
    )

  /** The sentences about this, with all that is known before it. */
  function hear(happened: string, value: unknown, now: number): Expected[] {
    const before = known
    const all = meant(happened, value, now)
    for (const [, one] of all) learn(one.learn?.(before, value, now))
    return all.map(([says, one]) => ({
      says,
      sights: one.see?.(before, value as null, now) ?? [],
    }))
  }

  /** What follows from a message to an actor that answers at once. */
  function answersTo(sight: Sight, now: number): Expected[] {
    if (sight.does !== 'tells') return []
    const fixture = model.actors[sight.what]
    if (typeof fixture !== 'object') return []
    if ('sendsBack' in fixture) {
      const sent = fixture.sendsBack(sight.event)
      return sent ? hear(sent.type, sent, now) : []
    }
    const child = [...subject.stubs.children].find(({ src }) => src === sight.what)
    return 'answers' in fixture && child ? hear(`${sight.what} shows`, child.shown(), now) : []
  }

  /** Adds the answers to what is expected, beginning at `from`. */
  function answer(expected: Expected[], from: number, now: number) {
    for (let at = from; at < expected.length; at += 1) {
      if (at > 1000) throw new Error('Its actors and it answer each other without an end.')
      for (const sight of expected[at]?.sights ?? []) expected.push(...answersTo(sight, now))
    }
  }

  /** What has become due, in order. */
  function letPass(found: readonly TimedSight[], now: number): Expected[] {
    const expected: Expected[] = []
    for (let rest = 1000; rest > 0; rest -= 1) {
      const due = sentences
        .flatMap(([says, one]) => {
          const at = one.on === 'time' ? one.due?.(known) : null
          return at === null || at === undefined || at > now ? [] : [{ says, one, at }]
        })
        .sort((a, b) => a.at - b.at)
        .find(({ one, at }) => isOver(one, at, found, now))
      if (!due) return expected
      const { says, one, at } = due
      if (one.if?.(known, null, at) ?? true) {
        const sights = one.see?.(known, null, at) ?? []
        expected.push({ says, sights, ...(one.within === undefined && { at }) })
      }
      learn(one.learn?.(known, null, one.within === undefined ? at : now))
    }
    throw new Error('Something is due again and again at the same time.')
  }

  /** Whether the effect of a timed sentence was seen by now, or had to be. */
  function isOver(one: AnySentence, at: number, found: readonly TimedSight[], now: number) {
    if (now >= deadline(at, one.within)) return true
    const [first] = one.see?.(known, null, at) ?? []
    return first !== undefined && found.some(sight => isSame(first, sight))
  }

  /** What begins, ends or changes because the known facts have changed. */
  function follow(): Expected[] {
    return sentences.flatMap(([says, one]) => {
      if (one.follows) return followOne(says, one, one.follows(known))
      const isOn = one.while?.(known)
      if (isOn === undefined || isOn === on.has(says)) return []
      if (isOn) on.add(says)
      else on.delete(says)
      const sights = (isOn ? one.begin : one.end)?.(known) ?? []
      learn(one.learn?.(known, isOn))
      return [{ says, sights }]
    })
  }

  function followOne(says: string, one: AnySentence, value: unknown): Expected[] {
    if (isDeepStrictEqual(value, followed.get(says))) return []
    followed.set(says, value)
    const sights = one.see?.(known, null, 0) ?? []
    learn(one.learn?.(known, null))
    return [{ says, sights }]
  }

  function compare(expected: readonly Expected[], found: readonly TimedSight[]) {
    const rest = [...found]
    for (const { says, sights, at } of expected) {
      let last = -1
      for (const sight of sights) {
        const index = rest.findIndex(one => isSame(sight, one))
        const match = rest[index]
        if (!match) {
          throw new Misbehaviour(says, `it never ${describeSight(sight)}; ${described(found)}`)
        }
        if (at !== undefined && match.at !== at) {
          const late = match.at - at
          throw new Misbehaviour(says, `it ${describeSight(sight)} ${late} ms too late`)
        }
        if (found.indexOf(match) < last) {
          throw new Misbehaviour(says, `it ${describeSight(sight)} too early`)
        }
        last = found.indexOf(match)
        rest.splice(index, 1)
      }
    }
    const [more] = rest
    if (more) throw new Misbehaviour(NOTHING_ELSE, `it ${describeSight(more)}`)
  }

  function look(now: number) {
    const snapshot = subject.snapshot()
    for (const [what, [ask, hearing]] of Object.entries(behaviour.shows ?? {})) {
      const [must, is] = [hearing(known, now), ask(snapshot)]
      if (isDeepStrictEqual(is, must)) continue
      throw new Misbehaviour(`It shows ${what}.`, `${text(is)} and not ${text(must)}`)
    }
    const offers = Object.entries(behaviour.offers ?? {}) as [
      string,
      (known: unknown, now: number) => boolean,
    ][]
    for (const [type, when] of offers) {
      const [must, is] = [when(known, now), snapshot.can(stimulusOf(model, type))]
      if (is !== must) {
        throw new Misbehaviour(`It offers ${type} when it should.`, is ? 'it does' : 'it does not')
      }
    }
  }

  function after(happened: string, value: unknown) {
    const now = subject.world.now()
    const problem = subject.problem()
    if (problem) throw new Misbehaviour('It goes on, whatever happens.', String(problem))
    const found = subject.takeSights()
    if (happened === 'jump') jumpedAt = now
    const expected = hear(happened, value, now)
    answer(expected, 0, now)
    const explained = expected.flatMap(({ sights }) => sights)
    const others = found.filter(one => !explained.some(sight => isSame(sight, one)))
    expected.push(...letPass(others, now))
    for (let more = follow(); more.length > 0; more = follow()) {
      const from = expected.push(...more) - more.length
      answer(expected, from, now)
    }
    for (const [says, isTrue] of invariants) {
      if (!isTrue({ happened, found, now })) throw new Misbehaviour(says, described(found))
    }
    compare(expected, found)
    for (const { says } of expected) heard.add(says)
    look(now)
    return found
  }

  return {
    begin: (input: number) => after('it begins', input),
    /** Whether some sentence says what follows from it now. */
    isMeant: ({ on: happened, value }: Stimulus) =>
      meant(happened, value, subject.world.now()).length > 0,
    after: ({ on: happened, value }: Stimulus) => after(happened, value),
    /** The latest time at which the next thing must be seen, by the device's clock; null: nothing is due. */
    due(): number | null {
      const times = sentences.flatMap(([, one]) => {
        const at = one.on === 'time' ? one.due?.(known) : null
        return at === null || at === undefined ? [] : [deadline(at, one.within)]
      })
      return times.length > 0 ? Math.min(...times) : null
    },
  }
}

const text = (value: unknown) => JSON.stringify(value) ?? String(value)
const described = (found: readonly Sight[]) =>
  found.length > 0 ? `it ${found.map(describeSight).join(', ')}` : 'it does nothing'
