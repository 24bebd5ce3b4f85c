import Docker from 'dockerode'
import { describe, onTestFinished, test } from 'vitest'
import { playPage, startPages } from './by-name-scene.ts'
import { whyNoEngine } from './fixture.ts'

const reason = await whyNoEngine()

describe.skipIf(reason)(`a container with a host name ${reason ?? ''}`, () => {
  test.each(['127.0.0.1', '0.0.0.0', '::'])(
    'answers by it if its ports are opened on %s',
    async host => {
      const platform = await startPages(new Docker(), host)
      onTestFinished(() => platform.close())
      await playPage(platform, 'alice')
    },
  )
})
