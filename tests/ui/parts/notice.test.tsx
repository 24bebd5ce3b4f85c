import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Notice, type NoticeTone } from '../../../src/ui/feedback/notice.tsx'
import { iconsIn } from '../../support/icons.ts'

afterEach(cleanup)

test.each<[NoticeTone, string]>([
  ['info', 'info'],
  ['success', 'circleCheck'],
  ['warn', 'warning'],
  ['danger', 'circleX'],
])('a notice of the tone %s has the icon %s, or one of its own', (tone, icon) => {
  const { container, rerender } = render(<Notice tone={tone}>Look.</Notice>)
  expect(container.firstElementChild?.className).toContain(`_${tone}_`)
  expect(iconsIn(container)).toEqual([icon])
  rerender(
    <Notice tone={tone} icon="clock">
      Look.
    </Notice>,
  )
  expect(iconsIn(container)).toEqual(['clock'])
})

test.each([
  [undefined, null],
  ['polite', 'status'],
  ['assertive', 'alert'],
] as const)('a notice that is announced as %s has the role %s', (live, role) => {
  const { container } = render(<Notice live={live}>Look.</Notice>)
  expect(container.firstElementChild?.getAttribute('role')).toBe(role)
})
