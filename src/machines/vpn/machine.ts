import { type ActorRefFrom, assign, setup } from 'xstate'
import { type Answer, type Failure, failureOf } from '../../domain/answer.ts'
import { unprovidedPromise } from '../unprovided.ts'
import type { VpnEvent } from './events.ts'

/** Name of the tunnel and of the file with its configuration. */
const CONFIG_NAME = 'guidon.conf'

/** NOT_FOUND: the event has no VPN, which only this call knows. */
export type VpnRefusal = 'NO_ACCOUNT' | 'NO_SCORE_GROUP_SELECTED' | 'TIME_RESTRICTED' | 'NOT_FOUND'

export interface VpnContext {
  /** The WireGuard configuration; kept only while it is saved or shown, since it contains a private key. */
  readonly config: string
  readonly refusal: VpnRefusal | null
  readonly failure: Failure | null
}

const vpnSetup = setup({
  types: {
    context: {} as VpnContext,
    events: {} as VpnEvent,
    tags: {} as 'busy',
  },
  actors: {
    fetchConfig: unprovidedPromise<Answer<string, VpnRefusal>>('fetchConfig'),
    saveConfig: unprovidedPromise<void, { name: string; config: string }>('saveConfig'),
  },
})

const hasConfig = ({ event }: { event: { output: Answer<string, VpnRefusal> } }) => event.output.ok

/** The configuration is loading, for one of two uses. */
const fetchingFor = (use: 'saving' | 'showingCode') =>
  vpnSetup.createStateConfig({
    tags: 'busy',
    invoke: {
      src: 'fetchConfig',
      onDone: [
        {
          guard: hasConfig,
          target: use,
          actions: assign(({ event }) => answered(event.output)),
        },
        { target: 'resting.refused', actions: assign(({ event }) => answered(event.output)) },
      ],
      onError: {
        target: 'resting.failed',
        actions: assign(({ event }) => ({ failure: failureOf(event.error) })),
      },
    },
  })

/** Brings the WireGuard configuration to a device, while the VPN dialog is open. */
export const vpnMachine = vpnSetup.createMachine({
  id: 'vpn',
  context: { config: '', refusal: null, failure: null },
  initial: 'resting',
  states: {
    resting: {
      initial: 'idle',
      on: { 'vpn.download': 'fetchingFile', 'vpn.showCode': 'fetchingCode' },
      states: { idle: {}, saved: {}, refused: {}, failed: {} },
    },
    fetchingFile: fetchingFor('saving'),
    saving: {
      tags: 'busy',
      exit: assign({ config: '' }),
      invoke: {
        src: 'saveConfig',
        input: ({ context }) => ({ name: CONFIG_NAME, config: context.config }),
        onDone: 'resting.saved',
        onError: {
          target: 'resting.failed',
          actions: assign({ failure: ({ event }) => failureOf(event.error) }),
        },
      },
    },
    fetchingCode: fetchingFor('showingCode'),
    showingCode: {
      exit: assign({ config: '' }),
      on: { 'vpn.hideCode': 'resting', 'vpn.download': 'fetchingFile' },
    },
  },
})

function answered(answer: Answer<string, VpnRefusal>) {
  return answer.ok ? { config: answer.data } : { refusal: answer.code }
}

export type VpnRef = ActorRefFrom<typeof vpnMachine>
