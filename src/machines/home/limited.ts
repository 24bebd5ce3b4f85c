import { homeSetup } from './setup.ts'

/** Counts down the seconds until the server takes another attempt. */
export const limited = (id: 'joinLimited' | 'createLimited' | 'selectLimited') =>
  homeSetup.createStateConfig({
    id,
    after: {
      second: [
        { guard: 'isLastSecond', target: 'idle' },
        { target: `#${id}`, reenter: true, actions: 'countDown' },
      ],
    },
  })
