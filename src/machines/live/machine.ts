import { FIRST_RETRY, liveSetup } from './setup.ts'

/**
 * Receives from the server that something has changed. One tab of the user holds the stream, because a browser
 * opens only six connections by HTTP/1.1. That tab notifies the others. While `connected`, resources
 * poll seldom.
 */
export const liveMachine = liveSetup.createMachine({
  id: 'live',
  context: ({ input }) => ({
    input,
    userId: '',
    lastId: null,
    retry: FIRST_RETRY,
    retryAfter: 0,
    attempts: 0,
  }),
  initial: 'off',
  states: {
    off: {
      on: {
        'live.enable': {
          target: 'on',
          actions: { type: 'keepUser', params: ({ event }) => event.userId },
        },
      },
    },
    on: {
      initial: 'following',
      invoke: { src: 'tabs', id: 'tabs', input: ({ context: { userId } }) => ({ userId }) },
      on: { 'turn.ended': '.following' },
      states: {
        following: {
          initial: 'silent',
          states: {
            silent: {
              on: {
                'tab.received': {
                  target: 'informed',
                  actions: { type: 'keepHeard', params: ({ event }) => event },
                },
                'turn.begun': '#connecting',
              },
            },
            informed: {
              tags: 'connected',
              on: {
                'tab.received': {
                  target: 'informed',
                  reenter: true,
                  actions: { type: 'keepHeard', params: ({ event }) => event },
                },
                'tab.news': { actions: { type: 'notifyNews', params: ({ event }) => event } },
                'tab.lost': { target: 'silent', actions: 'notifyLost' },
                // That tab was closed. The server sends what came since then.
                'turn.begun': '#resuming',
              },
              after: { silence: { target: 'silent', actions: 'notifyLost' } },
            },
          },
        },
        leading: {
          initial: 'open',
          states: {
            open: {
              initial: 'connecting',
              invoke: {
                src: 'stream',
                id: 'stream',
                input: ({ context: { lastId } }) => ({ lastId }),
              },
              states: {
                connecting: {
                  id: 'connecting',
                  on: {
                    'stream.opened': 'connected',
                    'stream.ended': {
                      target: '#waiting',
                      actions: { type: 'countRefusal', params: ({ event }) => event.retryAfter },
                    },
                  },
                  after: { silence: { target: '#waiting', actions: 'countAttempt' } },
                },
                // Nothing is lost yet: a resumed stream sends what was missed.
                resuming: {
                  id: 'resuming',
                  tags: 'connected',
                  on: {
                    'stream.opened': 'connected',
                    'stream.ended': {
                      target: '#waiting',
                      actions: [
                        { type: 'countRefusal', params: ({ event }) => event.retryAfter },
                        'notifyLost',
                      ],
                    },
                  },
                  after: {
                    silence: { target: '#waiting', actions: ['countAttempt', 'notifyLost'] },
                  },
                },
                connected: {
                  tags: 'connected',
                  entry: 'forgetAttempts',
                  initial: 'hearing',
                  on: {
                    'stream.ended': '#interrupted',
                    'stream.news': {
                      actions: [
                        { type: 'notifyNews', params: ({ event }) => event },
                        {
                          type: 'notifyTabs',
                          params: ({ event: { topic, challenge } }) => ({
                            type: 'tab.news',
                            topic,
                            ...(challenge && { challenge }),
                          }),
                        },
                      ],
                    },
                    'stream.received': {
                      target: '.hearing',
                      reenter: true,
                      actions: { type: 'keepHeard', params: ({ event }) => event },
                    },
                    'tab.asked': { target: '.hearing', reenter: true },
                  },
                  states: {
                    hearing: {
                      entry: {
                        type: 'notifyTabs',
                        params: ({ context }) => ({
                          type: 'tab.received',
                          lastId: context.lastId,
                        }),
                      },
                      after: { silence: '#interrupted' },
                    },
                  },
                },
              },
            },
            interrupted: {
              id: 'interrupted',
              tags: 'connected',
              after: {
                retryDelay: [
                  { guard: 'isOnline', target: '#resuming' },
                  { target: 'waiting', actions: 'notifyLost' },
                ],
              },
            },
            waiting: {
              id: 'waiting',
              entry: { type: 'notifyTabs', params: { type: 'tab.lost' } },
              after: {
                retryDelay: [
                  { guard: 'isOnline', target: '#connecting' },
                  { target: 'waiting', reenter: true },
                ],
              },
            },
          },
        },
      },
    },
  },
})
