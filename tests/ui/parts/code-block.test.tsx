import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { detail } from '../../support/challenge.ts'
import { eventually } from '../../support/eventually.ts'
import { refusedClipboard } from '../../support/fakes/refused-clipboard.ts'
import { showChallenge } from '../challenge/show.tsx'

afterEach(cleanup)

const long = 'python3 -c "print(open(0).read().strip()[::-1])"'
/** The first text needs no renderer, the second does, and the third is highlighted later. */
const texts = [
  `Connect:\n\n\`\`\`\nnc 10.0.0.2 4000\n\`\`\`\n\nThen:\n\n\`\`\`\n${long}\necho done\n\`\`\``,
  `# Connect\n\n    nc 10.0.0.2 4000\n\nThen:\n\n    ${long}\n    echo done`,
  `# Connect\n\n\`\`\`sh\nnc 10.0.0.2 4000\n\`\`\`\n\n\`\`\`sh\n${long}\necho done\n\`\`\``,
]

const showText = (description: string) =>
  showChallenge({ getChallenge: { ...detail, description } })

test('code that names its language is highlighted, other code is not', async () => {
  await showText('```python\nimport os\n```\n\n```\nimport os\n```')
  await screen.findByText('import', { selector: '.hljs-keyword' })
  expect(document.querySelectorAll('.hljs-keyword')).toHaveLength(1)
})

test('code in a language that is not known stays as it is', async () => {
  await showText('```klingon\nnuqneH <b>\n```')
  await eventually(() =>
    expect(document.querySelector('.hljs')?.innerHTML).toBe('nuqneH &lt;b&gt;\n'),
  )
})

test.each(texts)('each block of code has a button, named by its first line: %j', async text => {
  const { copied } = await showText(text)
  const first = await screen.findByRole('button', { name: 'Copy: nc 10.0.0.2 4000' })
  const second = screen.getByRole('button', {
    name: 'Copy: python3 -c "print(open(0).read().strip()…',
  })
  await userEvent.click(first)
  expect(await screen.findByRole('button', { name: 'Copied' })).toBe(first)
  await userEvent.click(second)
  await eventually(() => expect(second.getAttribute('aria-label')).toBe('Copied'))
  expect(copied).toEqual(['nc 10.0.0.2 4000', `${long}\necho done`])
})

test('a browser that refuses to copy is reported where the button is', async () => {
  await showChallenge(
    { getChallenge: { ...detail, description: texts[0] ?? '' } },
    { device: refusedClipboard },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Copy: nc 10.0.0.2 4000' }))
  await screen.findByRole('button', { name: 'Your browser blocked copying.' })
})
