import { liveTabs } from '../browser/live-tabs.ts'
import { liveMachine } from '../machines/live/machine.ts'
import type { Tools } from './tools.ts'

export const wireLive = ({ stream, lasting, device }: Tools) =>
  liveMachine.provide({
    actors: { stream: lasting(stream), tabs: lasting(device.liveTabs ?? liveTabs) },
  })
