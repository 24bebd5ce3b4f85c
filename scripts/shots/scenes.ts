import type { Scene } from './scene.ts'
import { boards } from './scenes/boards.ts'
import { challenge } from './scenes/challenge.ts'
import { flugzeug } from './scenes/flugzeug.ts'
import { home } from './scenes/home.ts'
import { outside } from './scenes/outside.ts'
import { overlays } from './scenes/overlays.ts'

export const scenes: readonly Scene[] = [
  ...outside,
  ...home,
  ...boards,
  ...challenge,
  ...flugzeug,
  ...overlays,
]
