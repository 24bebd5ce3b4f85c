import type { VpnRefusal, vpnMachine } from '../../../src/machines/vpn/machine.ts'
import {
  isConfigSaved,
  isFetchingCode,
  isSavingConfig,
  shownConfig,
  vpnFailure,
  vpnRefusal,
} from '../../../src/machines/vpn/selectors.ts'
import { behaviourOf, oneAtATime } from '../harness/behaviour.ts'
import { asks } from '../harness/sights.ts'

const begins = {
  step: 'idle' as
    | 'idle'
    | 'fetchingFile'
    | 'fetchingCode'
    | 'saving'
    | 'code'
    | 'saved'
    | 'refused'
    | 'failed',
  config: '',
  refusal: null as VpnRefusal | null,
}
type Known = typeof begins

const is =
  (...any: readonly Known['step'][]) =>
  ({ step }: Known) =>
    any.includes(step)
const isResting = is('idle', 'saved', 'refused', 'failed')
const canDownload = (known: Known) => isResting(known) || is('code')(known)
const fetches = () => [asks('fetchConfig')]

export const vpnBehaviour = behaviourOf<typeof vpnMachine, Known>({
  begins,
  sentences: {
    'The configuration is fetched to be saved, also while its code is shown.': {
      on: 'vpn.download',
      if: canDownload,
      see: fetches,
      learn: () => ({ step: 'fetchingFile', config: '' }),
    },
    'Or to be shown as a code.': {
      on: 'vpn.showCode',
      if: isResting,
      see: fetches,
      learn: () => ({ step: 'fetchingCode' }),
    },
    'It is saved under its name.': {
      on: 'fetchConfig answers',
      if: ({ step }, { ok }) => ok && step === 'fetchingFile',
      see: (_, answer) => [
        asks('saveConfig', { name: 'guidon.conf', config: answer.ok ? answer.data : '' }),
      ],
      learn: (_, answer) => ({ step: 'saving', config: answer.ok ? answer.data : '' }),
    },
    'It is shown.': {
      on: 'fetchConfig answers',
      if: ({ step }, { ok }) => ok && step === 'fetchingCode',
      learn: (_, answer) => ({ step: 'code', config: answer.ok ? answer.data : '' }),
    },
    'A refusal says why.': {
      on: 'fetchConfig answers',
      if: (_, { ok }) => !ok,
      learn: (_, answer) => ({ step: 'refused', refusal: answer.ok ? null : answer.code }),
    },
    'A read that fails says so.': { on: 'fetchConfig fails', learn: () => ({ step: 'failed' }) },
    'What is saved is kept no longer.': {
      on: 'saveConfig answers',
      learn: () => ({ step: 'saved', config: '' }),
    },
    'Nor what could not be saved.': {
      on: 'saveConfig fails',
      learn: () => ({ step: 'failed', config: '' }),
    },
    'Who hides the code has its key out of memory.': {
      on: 'vpn.hideCode',
      if: is('code'),
      learn: () => ({ step: 'idle', config: '' }),
    },
  },
  shows: {
    'that it is being saved': [isSavingConfig, is('fetchingFile', 'saving')],
    'that it is saved': [isConfigSaved, is('saved')],
    'that the code loads': [isFetchingCode, is('fetchingCode')],
    'the code': [shownConfig, ({ step, config }) => (step === 'code' ? config : null)],
    'why it was refused': [
      vpnRefusal,
      ({ step, refusal }) => (step === 'refused' ? refusal : null),
    ],
    'that it failed': [snapshot => vpnFailure(snapshot) !== null, is('failed')],
    'nothing of a key that is of no use': [({ context }) => context.config, ({ config }) => config],
  },
  offers: { 'vpn.download': canDownload, 'vpn.showCode': isResting, 'vpn.hideCode': is('code') },
  always: { 'One request at a time is under way.': oneAtATime(['fetchConfig', 'saveConfig']) },
})
