import { createCommand, readCount } from '../command.ts'

const program = createCommand(
  'npm run show:swarm --',
  'Runs environments, then desktops, on a Swarm of two engines.',
)
export const count = readCount(program, 'count', 'how many of each', 40)
