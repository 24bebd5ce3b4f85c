import type { AnyStateMachine } from 'xstate'

/** The actors of a machine, by the name under which they are provided. */
export type ProvidedActors<M extends AnyStateMachine> = Required<
  NonNullable<Parameters<M['provide']>[0]['actors']>
>

export type ActorName<M extends AnyStateMachine> = keyof ProvidedActors<M> & string
