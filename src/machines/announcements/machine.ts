import { and, not } from 'xstate'
import { POLL_INTERVAL } from '../constants.ts'
import { announcementsSetup } from './setup.ts'

/**
 * The organisers' announcements, if the backend has them: which are unread in all tabs of this browser, the toast of
 * new ones, and the notifications of a hidden tab.
 */
export const announcementsMachine = announcementsSetup.createMachine({
  id: 'announcements',
  context: ({ input }) => ({
    input,
    list: undefined,
    marks: { read: [], shown: [] },
    arrived: [],
    fresh: [],
  }),
  initial: 'off',
  states: {
    off: {
      on: {
        'facts.changed': {
          guard: { type: 'isOffered', params: ({ event }) => event.facts },
          target: 'on',
        },
      },
    },
    on: {
      type: 'parallel',
      invoke: [
        {
          src: 'list',
          id: 'list',
          input: ({ context: { input } }) => ({
            clock: input.clock,
            random: input.random,
            interval: POLL_INTERVAL,
            startsActive: true,
          }),
          onSnapshot: {
            actions: { type: 'keepList', params: ({ event }) => event.snapshot.context.data },
          },
        },
        {
          src: 'markStore',
          id: 'markStore',
          input: ({ context }) => ({ userId: context.input.userId() }),
        },
        { src: 'visibility' },
      ],
      on: {
        'resource.refresh': { actions: 'refresh' },
        'marks.loaded': { actions: { type: 'keepMarks', params: ({ event }) => event.marks } },
      },
      states: {
        page: {
          initial: 'closed',
          states: {
            closed: { on: { 'page.entered': 'open' } },
            open: {
              on: { 'page.left': { target: 'closed', actions: 'forgetFresh' } },
              // Nobody reads a hidden page.
              always: {
                guard: and([not('isHidden'), 'hasUnread']),
                actions: ['markRead', 'storeMarks'],
              },
            },
          },
        },
        tab: {
          initial: 'visible',
          states: {
            visible: {
              on: {
                'page.hidden': 'hidden',
                'announcements.arrived': { actions: ['markShown', 'storeMarks'] },
              },
            },
            hidden: {
              id: 'tabHidden',
              on: { 'page.shown': 'visible' },
              after: {
                hiddenInterval: [
                  { guard: 'isNotifying', target: 'hidden', reenter: true, actions: 'refresh' },
                  { target: 'hidden', reenter: true },
                ],
              },
            },
          },
        },
        toast: {
          initial: 'none',
          states: {
            none: { on: { 'announcements.arrived': 'shown' } },
            shown: {
              initial: 'deciding',
              on: {
                'announcements.arrived': '.deciding',
                'toast.dismissed': { target: 'none', actions: 'forgetArrived' },
              },
              always: { guard: 'isNothingNew', target: 'none' },
              states: {
                deciding: {
                  always: [{ guard: 'isHidden', target: 'paused' }, { target: 'counting' }],
                },
                counting: {
                  on: { 'toast.touched': 'paused', 'page.hidden': 'paused' },
                  after: {
                    toastTime: [
                      { guard: 'isImportant', target: 'staying' },
                      { target: '#announcements.on.toast.none', actions: 'forgetArrived' },
                    ],
                  },
                },
                staying: {
                  on: { 'toast.touched': 'paused', 'page.hidden': 'paused' },
                  // The organisers took back the important one. Others are left.
                  always: { guard: not('isImportant'), target: 'deciding' },
                },
                paused: { on: { 'toast.released': 'deciding', 'page.shown': 'counting' } },
              },
            },
          },
        },
        notification: {
          initial: 'idle',
          states: {
            idle: { on: { 'announcements.arrived': { guard: 'isHidden', target: 'waiting' } } },
            waiting: {
              on: { 'page.shown': 'idle' },
              after: {
                notificationDelay: {
                  target: 'idle',
                  actions: ['notify', 'markShown', 'storeMarks'],
                },
              },
            },
          },
        },
      },
    },
  },
})
