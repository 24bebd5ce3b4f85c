import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { detail } from '../../support/challenge.ts'
import { showChallenge } from '../challenge/show.tsx'

const colours = vi.hoisted(() => Promise.withResolvers<void>())
vi.mock('../../../src/ui/markdown/highlighted-code.tsx', async importOriginal => {
  await colours.promise
  return importOriginal()
})

afterEach(cleanup)

// The colours are loaded once for all tests of a file, so this one has a file of its own.
test('the rest of a text stays as it is when its code gets colours', async () => {
  const description = '# Read\n\nA sentence.\n\n```python\nimport os\n```'
  await showChallenge({ getChallenge: { ...detail, description } })
  await screen.findByRole('heading', { name: 'Read' })
  const sentence = screen.getByText('A sentence.')
  colours.resolve()
  await screen.findByText('import', { selector: '.hljs-keyword' })
  expect(sentence.isConnected).toBe(true)
})
