/**
 * Mutants that no test can catch, by machine and label, with the reason: what they do differently
 * nobody can see. `npm run mutate` fails where one of these is caught, `npm test` where it is gone.
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
  event: {
    'delay untilBoundary half as long':
      'It looks at the clock more often. The phase is decided by the clock, not by the timer.',
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
  challenge: {
    'instance: begins in changing instead of still':
      "The child's first snapshot comes with its start, and decides.",
    'submission: begins in changing instead of still':
      "The child's first snapshot comes with its start, and decides.",
  },
  instance: {
    'reading.here: begins in current instead of silent':
      'Current is left for silent at once while something is changed.',
  },
  flugzeug: {
    'machine.changing: begins in starting instead of creating':
      'Whoever enters it names the change; XState wants a first one all the same.',
    'question: begins in open instead of closed':
      'Without a desktop the question closes at once, and at first none is known.',
    'frame: begins in present instead of absent':
      'Without an address the iframe goes at once, and at first there is none.',
  },
  reminder: {
    'watch.asking: fetchStops onDone goes to #reminder.watch.looking':
      'Looking rests at once, since nothing is due just after an answer.',
    'watch.asking: fetchStops onError goes to #reminder.watch.looking':
      'Looking rests at once, since the next attempt is due in half a minute.',
    'delay untilLook half as long':
      'It looks at the clock more often. What is due is asked of the clock, not of the timer.',
  },
  desktop: {
    'disconnected: begins in ended instead of exhausted':
      'Whoever enters it names the state inside; XState wants a first one all the same.',
  },
  'desktop-bar': {
    '(root): on panel.open #3 without its guard':
      'The three other panels were asked for before it, and there is no fifth.',
    'open: begins in clipboard instead of help':
      'Whoever enters it names the panel; XState wants a first one all the same.',
  },
}
