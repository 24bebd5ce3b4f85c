import { homeSetup } from './setup.ts'

/** Until the server takes another attempt. */
export const wait = (id: 'joinWait' | 'createWait' | 'selectWait') =>
  homeSetup.createStateConfig({
    id,
    after: {
      untilLook: [
        { guard: 'isWaitOver', target: 'idle' },
        { target: `#${id}`, reenter: true },
      ],
    },
  })
