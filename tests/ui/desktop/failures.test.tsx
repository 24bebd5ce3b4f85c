import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { useFailures } from '../../../src/desktop/files/use-failures.ts'
import { useImageFailures } from '../../../src/desktop/images/use-image-failures.ts'

i18n.loadAndActivate({ locale: 'en', messages: {} })
const wrapper = ({ children }: { children: ReactNode }) => (
  <I18nProvider i18n={i18n}>{children}</I18nProvider>
)

test.each([
  ['refused', 'Open the desktop from the Flugzeug page.'],
  ['notRunning', 'The desktop was stopped.'],
  ['notFound', 'This cannot be read.'],
  ['unreadable', 'This cannot be read.'],
  ['noDownloads', 'Cannot write to ~/Downloads.'],
  ['tooLarge', 'This file is too large.'],
  ['homeFull', 'Not enough space: delete files in the desktop first.'],
  ['diskFull', 'The server’s disk is full.'],
  ['lost', 'Could not reconnect.'],
  ['noFile', 'Your browser cannot read this. Pack a folder into an archive first.'],
] as const)('of a file, the page says of %s: %s', (failure, text) => {
  expect(renderHook(useFailures, { wrapper }).result.current[failure]).toBe(text)
})

test.each([
  ['tooMany', 'Another image is still on its way.'],
  ['unreachable', 'The server does not answer.'],
  ['refused', 'Open the desktop from the Flugzeug page.'],
  ['notRunning', 'The desktop was stopped.'],
  ['tooLarge', 'This image is too large.'],
  ['notPng', 'This image cannot be read.'],
  ['noImage', 'There is no image in the desktop’s clipboard.'],
  ['noClipboard', 'This desktop cannot exchange images,'],
  ['silent', 'The program in the desktop did not provide its image.'],
] as const)('of an image, the page says of %s: %s', (failure, text) => {
  expect(renderHook(useImageFailures, { wrapper }).result.current[failure]).toContain(text)
})
