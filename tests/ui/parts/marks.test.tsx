import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { catalogueOf } from '../../../src/browser/language/catalogue.ts'
import { FlagIcons } from '../../../src/ui/art/flag-icons.tsx'
import { CopyField } from '../../../src/ui/controls/copy-field.tsx'
import { Countdown } from '../../../src/ui/feedback/countdown.tsx'
import { MinutesLeft } from '../../../src/ui/feedback/minutes-left.tsx'
import { Spinner } from '../../../src/ui/feedback/spinner.tsx'
import { difficultyLevel, Tag } from '../../../src/ui/feedback/tag.tsx'
import { iconsIn } from '../../support/icons.ts'

afterEach(cleanup)

const angles = (total: number) => {
  const { container } = render(<FlagIcons solved={1} total={total} label="flags" count="" />)
  return Array.from(container.querySelectorAll('svg'), svg => svg.style.rotate)
}

test.each([
  [1, ['0deg']],
  [2, ['-6deg', '6deg']],
  [4, ['-18deg', '-6deg', '6deg', '18deg']],
  [5, ['12deg', '12deg', '12deg', '12deg', '12deg']],
])('%i flags: fanned out up to four, beyond that rotated without a fan', (total, expected) => {
  expect(angles(total)).toEqual(expected)
})

test('the flags are one picture with a name', () => {
  render(<FlagIcons solved={2} total={3} label="2 of 3 flags solved" count="2 of 3" />)
  const picture = screen.getByRole('img', { name: '2 of 3 flags solved' })
  expect(picture.textContent).toBe('')
})

test('a bar and the numbers stand for more than 24 flags', () => {
  render(<FlagIcons solved={12} total={24} label="Some" count="12 of 24" />)
  expect(screen.getByRole('img', { name: 'Some' }).querySelectorAll('svg')).toHaveLength(24)
  render(<FlagIcons solved={12} total={300} label="Many" count="12 of 300" />)
  const many = screen.getByRole('img', { name: 'Many' })
  expect(many.textContent).toBe('12 of 300')
  expect(many.querySelectorAll('svg')).toHaveLength(1)
  expect(many.querySelector('i')?.style.background).toContain(' 4%')
})

test('a copied value is announced', async () => {
  const onCopy = vi.fn()
  const field = (copied: boolean) => (
    <CopyField
      label="User id"
      value="4f1c"
      copied={copied}
      onCopy={onCopy}
      copyLabel="Copy"
      copiedLabel="Copied"
    />
  )
  const { rerender } = render(field(false))
  const box = screen.getByRole('group').parentElement
  expect([iconsIn(box), /_copied_/.test(box?.className ?? '')]).toEqual([['copyIcon'], false])
  await userEvent.click(screen.getByRole('button', { name: 'Copy' }))
  expect(onCopy).toHaveBeenCalledTimes(1)
  rerender(field(true))
  expect([iconsIn(box), /_copied_/.test(box?.className ?? '')]).toEqual([['checkIcon'], true])
  expect(screen.getByRole('status').textContent).toBe('Copied')
})

test('usual words for a difficulty are translated, others are as their author wrote them', async () => {
  const german = await catalogueOf('de')
  const words = ['Beginner', 'easy', 'medium', ' hard ', 'Expert', 'insane', 'Leicht', 'Mach 2']
  const shown = words.map(difficulty => {
    const { container } = render(
      <I18nProvider i18n={setupI18n({ locale: 'de', messages: { de: german } })}>
        <Tag difficulty={difficulty} />
      </I18nProvider>,
    )
    return container.textContent
  })
  expect(shown).toEqual([
    ...['Einstieg', 'Leicht', 'Mittel', 'Schwer', 'Sehr schwer', 'Extrem schwer'],
    ...['Leicht', 'Mach 2'],
  ])
})

test('the meter of a difficulty has as many bars as its level, and is not read out', () => {
  const { container } = render(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <Tag difficulty="medium" />
    </I18nProvider>,
  )
  const bars = [...container.querySelectorAll<HTMLElement>('[aria-hidden=true] > i')]
  expect(bars.map(({ dataset }) => dataset.on)).toEqual(['true', 'true', 'true', undefined])
})

test('a spinner with a label of its own is announced', () => {
  render(<Spinner label="Loading" />)
  expect(screen.getByRole('status').textContent).toBe('Loading')
})

test.each([
  [1, '1 minute left'],
  [119, '119 minutes left'],
  [120, '2 h left'],
  [239, '3 h 59 min left'],
])('%i minutes of a runtime are said as %s', (minutes, text) => {
  const { container } = render(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <MinutesLeft minutes={minutes} />
    </I18nProvider>,
  )
  expect(container.textContent).toBe(text)
})

test('a countdown shows two digits at least', () => {
  render(
    <Countdown
      label="Start"
      tiles={[
        { value: 5, label: 'Tage' },
        { value: 120, label: 'Stunden' },
      ]}
    />,
  )
  expect(screen.getByRole('timer', { name: 'Start' }).textContent).toBe('05 Tage120 Stunden')
})

test.each([
  ['Baby', 1],
  ['trivial', 1],
  ['Warm-up', 1],
  ['warmup', 1],
  ['beginner', 1],
  ['Very easy', 1],
  ['easy', 2],
  ['Leicht', 2],
  ['einfach', 2],
  ['Medium', 3],
  ['intermediate', 3],
  ['mittel', 3],
  ['hard', 4],
  ['Schwer', 4],
  ['insane', 4],
  ['★★★', 0],
])('difficulty %s has %i bars', (difficulty, level) => {
  expect(difficultyLevel(difficulty)).toBe(level)
})
