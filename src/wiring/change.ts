import { fromPromise, type NonReducibleUnknown } from 'xstate'
import type { Client } from '../api/client/client.ts'
import type { Effects } from '../api/client/effects.ts'
import type { Answer, RefusalCode } from '../domain/answer.ts'
import { type ChangeRules, makeChange, type Outcome } from '../machines/change.ts'

/**
 * A change. It is sent even if the user leaves its page. Only machines on demand make changes, so the app's first file
 * does without this.
 */
export const change = <Input extends NonReducibleUnknown, T, C extends RefusalCode, Seen>(
  clientIn: Effects['clientIn'],
  rules: ChangeRules<Input, T, C, Seen>,
  request: (client: Client, input: Input) => Promise<Answer<T, C>>,
  check: (client: Client, input: Input) => Promise<Seen>,
) =>
  fromPromise<Outcome<T, C>, Input>(({ input, system }) =>
    makeChange(input, rules, {
      request: async () => request(clientIn(system), input),
      check: async () => check(clientIn(system), input),
    }),
  )
