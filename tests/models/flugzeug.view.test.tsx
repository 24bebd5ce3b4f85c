import { expect, test } from 'vitest'
import { FlugzeugPage } from '../../src/ui/flugzeug/flugzeug-page.tsx'
import { flugzeugModel } from './flugzeug.model.ts'
import { signedInNeighbours } from './neighbours.ts'
import { expectedStates } from './shown/expectations.ts'
import { flugzeugActions, flugzeugStates } from './shown/flugzeug.ts'
import { walk } from './views.tsx'

test('the page of the desktop shows every state of its machine', async () => {
  const seen = await walk(flugzeugModel, flugzeugStates, flugzeugActions, subject => ({
    page: <FlugzeugPage />,
    children: signedInNeighbours(subject, { flugzeug: subject.actor }),
  }))
  expect([...seen].sort()).toEqual(expectedStates(flugzeugStates).sort())
}, 120_000)
