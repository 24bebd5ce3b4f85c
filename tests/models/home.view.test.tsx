import { expect, test } from 'vitest'
import { HomePage } from '../../src/ui/home/home-page.tsx'
import { homeModel } from './home.model.ts'
import { signedInNeighbours } from './neighbours.ts'
import { expectedStates } from './shown/expectations.ts'
import { homeActions, homeStates } from './shown/home.ts'
import { walk } from './views.tsx'

test('home shows every state of its machine', async () => {
  const seen = await walk(homeModel, homeStates, homeActions, subject => ({
    page: <HomePage />,
    children: signedInNeighbours(subject, { home: subject.actor }),
  }))
  expect([...seen].sort()).toEqual(expectedStates(homeStates).sort())
}, 120_000)
