import { createCommand } from '../../scripts/command.ts'

/** Each is a script of its name. */
export const benches = {
  journeys: 'what people do with the app, on Fast and Slow 4G, on fast and slow processors',
  scoreboard: 'a scoreboard of 10,000 entries',
  calendar: 'a calendar of 200 challenges, 3 flags each, over 30 days',
  polls: 'commits and heap while nothing changes',
  'long-tasks': 'tasks over 50 ms on each page of the demo event',
  desktop: 'the desktop beside plain noVNC',
  'desktop-bad-connection':
    'the desktop beside plain noVNC, with 300 ms, 1 Mbit/s and 2 % loss; needs root and socat',
  'desktop-soak': 'the heap of a desktop in the background',
  'desktop-node': 'memory and processor time of desktops as processes of this host',
  'sign-ins': 'the app and the API while people sign in, 32 at once',
  rush: 'the API and the app while people sign in, found teams, start environments',
  growth: 'time of each call, memory and start-up, by the number of accounts',
  inspector: 'layout of each chart, and what the app pays for being inspected',
  live: 'memory and news of 10,000 live streams',
  'live-screens': "from a solve to others' screens",
  load: "10,000 participants' polls, without the live stream and with it",
}

/** The command line of a benchmark. */
export const createBench = (name: keyof typeof benches) =>
  createCommand(`npm run bench -- ${name}`, benches[name])
