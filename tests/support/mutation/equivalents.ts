/**
 * Mutants that no test can catch, by machine and label, with the reason why nobody can see the
 * difference. `npm run mutate` fails if one of these is caught, `npm test` if it no longer exists.
 */
export const equivalents: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  session: {
    'delay untilRenewal half as long':
      'It looks at the clock more often. When it is due is asked of the clock, not of the timer.',
  },
  network: {
    '(root): begins in offline instead of online':
      'Offline with an empty queue is left for online at once.',
    'offline: on request.succeeded goes to #network.offline':
      'All that waited is released, and offline with an empty queue is left for online at once.',
  },
  home: {
    '(root): begins in unknown instead of deciding':
      'Nothing is known yet, so deciding leads to unknown at once.',
    'team.open: always goes to #home.unknown':
      'Unknown is left for deciding at once, as soon as anything is known.',
    'upcoming: always goes to #home.unknown':
      'Unknown is left for deciding at once, as soon as anything is known.',
    'scoreGroup.open: always goes to #home.unknown':
      'Unknown is left for deciding at once, as soon as anything is known.',
    'play: always goes to #home.unknown':
      'Unknown is left for deciding at once, as soon as anything is known.',
    'over: always goes to #home.unknown':
      'Unknown is left for deciding at once, as soon as anything is known.',
  },
  announcements: {
    'on.toast: begins in shown instead of none':
      'Nothing has arrived yet, and a toast of nothing ends at once.',
    'on.toast.shown: on toast.dismissed goes to #announcements.on.toast.shown':
      'Nothing is new any more, and a toast of nothing ends at once.',
    'on.toast.shown.counting: after toastTime #1 goes to #announcements.on.toast.shown':
      'Nothing is new any more, and a toast of nothing ends at once.',
    'on.toast.shown: always removed':
      'A toast of nothing is not seen, and begins again with the next one.',
    'on.toast.shown.deciding: always #0 goes to #announcements.on.toast.shown.deciding':
      'It decides again as soon as the tab is visible, and counts then, as a pause does.',
    'on.toast.shown.counting: on page.hidden goes to #announcements.on.toast.shown.deciding':
      'Deciding pauses at once, because the tab is hidden.',
    'on.notification: begins in waiting instead of idle':
      'Nothing has arrived yet, so nothing is notified of when the wait ends.',
    'on.notification.idle: on announcements.arrived without its guard':
      'A visible tab marks what it shows, so nothing is left to notify of.',
  },
  live: {
    'on.leading: begins in interrupted instead of open':
      'A transition into it names the state inside; XState wants a first one all the same.',
    'on.leading.open: begins in resuming instead of connecting':
      'A transition into it names the state inside; XState wants a first one all the same.',
    'on.leading.open.connected: on stream.received without entering again':
      'Hearing is inside of the state, so it is entered again all the same.',
    'on.leading.open.connected: on tab.asked without entering again':
      'Hearing is inside of the state, so it is entered again all the same.',
  },
  invitation: {
    '(root): begins in none instead of deciding':
      'Nobody has an invitation yet, so deciding leads to none at once.',
    'asking: on invitation.decline goes to #invitation.unknown':
      'Unknown is left for deciding at once, and without an invitation that leads to none.',
    'joined: always goes to #invitation.none':
      'The invitation was used, so deciding leads to none at once.',
  },
  challenge: {
    'instance: begins in changing instead of still':
      "The child's first snapshot comes with its start, and decides.",
    'submission: begins in changing instead of still':
      "The child's first snapshot comes with its start, and decides.",
    'hints: begins in changing instead of still':
      "The child's first snapshot comes with its start, and decides.",
  },
  flugzeug: {
    'desktop.changing: begins in starting instead of creating':
      'A transition into it names the change; XState wants a first one all the same.',
    'question: begins in open instead of closed':
      'Without a desktop the question closes at once, and at first none is known.',
    'frame: begins in present instead of absent':
      'Without an address the iframe goes at once, and at first there is none.',
  },
  reminder: {
    'watch.asking: fetchStops onDone goes to #reminder.watch.deciding':
      'Deciding leads to waiting at once, since nothing is due just after an answer.',
    'watch.asking: fetchStops onError goes to #reminder.watch.deciding':
      'Deciding leads to waiting at once, since the next attempt is due in half a minute.',
    'delay untilCheck half as long':
      'It looks at the clock more often. What is due is asked of the clock, not of the timer.',
  },
  desktop: {
    'disconnected: begins in ended instead of exhausted':
      'A transition into it names the state inside; XState wants a first one all the same.',
  },
  'desktop-bar': {
    '(root): on panel.open #3 without its guard':
      'The three other panels were asked for before it, and there is no fifth.',
    'open: begins in clipboard instead of help':
      'A transition into it names the panel; XState wants a first one all the same.',
  },
}
