import type { Flugzeug } from '../../../src/api/contract.ts'
import { inMinutes, play, playWith, type Scene } from '../scene.ts'

const flugzeugCall = '**/v1/user/flugzeug'
const inStatus = (status: string, minutes?: number) =>
  playWith('/flugzeug', {
    [flugzeugCall]: () => ({
      status,
      stopTimestamp: minutes === undefined ? null : inMinutes(minutes),
      url: null,
    }),
  })

export const flugzeug: Scene[] = [
  { name: 'flugzeug', event: 'running', arrange: play('/flugzeug') },
  { name: 'flugzeug-provisioning', event: 'running', arrange: inStatus('provisioning') },
  { name: 'flugzeug-starting', event: 'running', arrange: inStatus('starting') },
  {
    name: 'flugzeug-running',
    event: 'running',
    arrange: play('/flugzeug', async participant => {
      await participant.call('POST', '/v1/user/flugzeug')
      await participant.until<Flugzeug>('/v1/user/flugzeug', ({ status }) => status === 'running')
      await participant.visit('/flugzeug')
      await participant.page.frameLocator('iframe').locator('canvas').waitFor()
      await participant.page.waitForTimeout(1500)
    }),
  },
  {
    name: 'flugzeug-five-minutes',
    event: 'running',
    arrange: inStatus('running', 3),
  },
  { name: 'flugzeug-stopping', event: 'running', arrange: inStatus('stopping') },
  { name: 'flugzeug-stopped', event: 'running', arrange: inStatus('stopped') },
  { name: 'flugzeug-error', event: 'running', arrange: inStatus('error') },
]
