import type { StatesOf } from '../../../tools/statechart/described.ts'
import type { liveMachine } from './machine.ts'

export const liveStates: StatesOf<typeof liveMachine> = {
  '(root)':
    'Hears from the server that something has changed. One tab has the stream and tells the others.',
  off: 'The backend has no live stream.',
  on: 'The backend has one.',
  'on.following': 'Another tab has the stream, or should have it.',
  'on.following.silent': 'That tab says nothing, so polls are needed.',
  'on.following.informed': 'That tab tells what it hears.',
  'on.leading': 'This tab has the stream.',
  'on.leading.open': 'The stream is open, or being opened.',
  'on.leading.open.connecting': 'It is being opened, and what happened before may be lost.',
  'on.leading.open.resuming': 'It is being opened where it was cut, so nothing is lost yet.',
  'on.leading.open.connected': 'It is open.',
  'on.leading.open.connected.hearing': 'The server was heard a short time ago.',
  'on.leading.interrupted': 'It was cut. It is opened again soon.',
  'on.leading.waiting': 'It cannot be opened. Polls are needed until it can.',
}
