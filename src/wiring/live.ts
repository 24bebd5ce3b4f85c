import { liveTabs } from '../browser/live-tabs.ts'
import { liveMachine } from '../machines/live/machine.ts'
import type { Tools } from './tools.ts'

export const wireLive = ({ stream, callback, device }: Tools) =>
  liveMachine.provide({
    actors: { stream: callback(stream), tabs: callback(device.liveTabs ?? liveTabs) },
  })
