import { createStream } from '../api/live/stream.ts'
import { liveTabs } from '../browser/live-tabs.ts'
import { liveMachine } from '../machines/live/machine.ts'
import type { Tools } from './tools.ts'

export const wireLive = ({ stream, callback, device }: Tools) =>
  liveMachine.provide({
    actors: { stream: callback(stream(createStream)), tabs: callback(device.liveTabs ?? liveTabs) },
  })
