import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import type { Answer } from '../../../src/domain/answer.ts'
import { type VpnRefusal, vpnMachine } from '../../../src/machines/vpn/machine.ts'
import {
  isConfigSaved,
  isFetchingCode,
  isSavingConfig,
  shownConfig,
  vpnFailure,
  vpnRefusal,
} from '../../../src/machines/vpn/selectors.ts'
import { createFakePromise } from '../../support/fakes/calls.ts'
import { settled } from '../../support/time.ts'

const CONFIG = '[Interface]\nPrivateKey = k'
const yes = { ok: true, data: CONFIG, retried: false } as const
const no = (code: VpnRefusal) => ({ ok: false, code, retried: false, retryAfter: null }) as const

function start() {
  const fetch = createFakePromise<Answer<string, VpnRefusal>>()
  const save = createFakePromise<void, { name: string; config: string }>()
  const vpn = createActor(
    vpnMachine.provide({ actors: { fetchConfig: fetch.logic, saveConfig: save.logic } }),
  ).start()
  const look = () => {
    const snapshot = vpn.getSnapshot()
    return {
      isSaving: isSavingConfig(snapshot),
      isSaved: isConfigSaved(snapshot),
      isFetchingCode: isFetchingCode(snapshot),
      shown: shownConfig(snapshot),
      refusal: vpnRefusal(snapshot),
      failure: vpnFailure(snapshot),
    }
  }
  return { fetch, save, vpn, look }
}
const quiet = {
  isSaving: false,
  isSaved: false,
  isFetchingCode: false,
  shown: null,
  refusal: null,
  failure: null,
}

test('the configuration is saved as guidon.conf, and forgotten after', async () => {
  const { fetch, save, vpn, look } = start()
  vpn.send({ type: 'vpn.download' })
  expect(look()).toEqual({ ...quiet, isSaving: true })
  fetch.last().answer.resolve(yes)
  await settled()
  expect([save.last().input, look().isSaving]).toEqual([
    { name: 'guidon.conf', config: CONFIG },
    true,
  ])
  save.last().answer.resolve()
  await settled()
  expect([look(), vpn.getSnapshot().context.config]).toEqual([{ ...quiet, isSaved: true }, ''])
})

test('a download in flight is not started twice', () => {
  const { fetch, vpn } = start()
  vpn.send({ type: 'vpn.download' })
  vpn.send({ type: 'vpn.download' })
  vpn.send({ type: 'vpn.showCode' })
  expect(fetch.calls.length).toBe(1)
})

test('the configuration is shown as a code until it is hidden, and forgotten after', async () => {
  const { fetch, vpn, look } = start()
  vpn.send({ type: 'vpn.showCode' })
  expect(look()).toEqual({ ...quiet, isFetchingCode: true })
  fetch.last().answer.resolve(yes)
  await settled()
  expect(look()).toEqual({ ...quiet, shown: CONFIG })
  vpn.send({ type: 'vpn.hideCode' })
  expect([look(), vpn.getSnapshot().context.config]).toEqual([quiet, ''])
})

test('the file can be downloaded while the code is shown', async () => {
  const { fetch, vpn, look } = start()
  vpn.send({ type: 'vpn.showCode' })
  fetch.last().answer.resolve(yes)
  await settled()
  vpn.send({ type: 'vpn.download' })
  expect([fetch.calls.length, look()]).toEqual([2, { ...quiet, isSaving: true }])
})

test.for(['vpn.download', 'vpn.showCode'] as const)(
  'a refusal of %s says why, until the next attempt',
  async type => {
    const { fetch, save, vpn, look } = start()
    vpn.send({ type })
    fetch.last().answer.resolve(no('TIME_RESTRICTED'))
    await settled()
    expect([look(), save.calls.length]).toEqual([{ ...quiet, refusal: 'TIME_RESTRICTED' }, 0])
    vpn.send({ type })
    expect(look().refusal).toBe(null)
  },
)

test.for(['vpn.download', 'vpn.showCode'] as const)(
  'an error of %s is kept, until the next attempt',
  async type => {
    const { fetch, vpn, look } = start()
    vpn.send({ type })
    fetch.last().answer.reject(new Error('broken'))
    await settled()
    expect(look()).toEqual({ ...quiet, failure: { code: 'UNKNOWN', message: 'broken' } })
    vpn.send({ type })
    expect(look().failure).toBe(null)
  },
)

test('a file that cannot be saved is reported', async () => {
  const { fetch, save, vpn, look } = start()
  vpn.send({ type: 'vpn.download' })
  fetch.last().answer.resolve(yes)
  await settled()
  save.last().answer.reject(new Error('disk full'))
  await settled()
  expect(look()).toEqual({ ...quiet, failure: { code: 'UNKNOWN', message: 'disk full' } })
})
