import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import type { Answer } from '../../../src/domain/answer.ts'
import { dialogsMachine } from '../../../src/machines/dialogs/machine.ts'
import { openDialog, vpnOf } from '../../../src/machines/dialogs/selectors.ts'
import { type VpnRefusal, vpnMachine } from '../../../src/machines/vpn/machine.ts'
import { createFakePromise } from '../../support/fakes/calls.ts'
import { loaded } from '../../support/parts.ts'

const start = () =>
  createActor(dialogsMachine.provide({ actors: { vpn: loaded(vpnMachine) } })).start()

test('at most one dialog is open: another takes its place', () => {
  const dialogs = start()
  const seen = [openDialog(dialogs.getSnapshot())]
  for (const dialog of ['vpn', 'discord', 'terms', 'debug', 'vpn'] as const) {
    dialogs.send({ type: 'dialog.open', dialog })
    seen.push(openDialog(dialogs.getSnapshot()))
  }
  dialogs.send({ type: 'dialog.close' })
  seen.push(openDialog(dialogs.getSnapshot()))
  expect(seen).toEqual([null, 'vpn', 'discord', 'terms', 'debug', 'vpn', null])
})

test.for(['vpn', 'discord', 'terms', 'debug'] as const)('the %s dialog closes', dialog => {
  const dialogs = start()
  dialogs.send({ type: 'dialog.open', dialog })
  dialogs.send({ type: 'dialog.close' })
  expect(openDialog(dialogs.getSnapshot())).toBe(null)
})

test('closing the VPN dialog cancels the download that it started', () => {
  const fetchConfig = createFakePromise<Answer<string, VpnRefusal>>()
  const dialogs = createActor(
    dialogsMachine.provide({
      actors: { vpn: loaded(vpnMachine.provide({ actors: { fetchConfig: fetchConfig.logic } })) },
    }),
  ).start()
  dialogs.send({ type: 'dialog.open', dialog: 'vpn' })
  vpnOf(dialogs.getSnapshot())?.send({ type: 'vpn.download' })
  const { signal } = fetchConfig.last()
  expect(signal.aborted).toBe(false)
  dialogs.send({ type: 'dialog.close' })
  expect([signal.aborted, vpnOf(dialogs.getSnapshot())]).toEqual([true, undefined])
})
