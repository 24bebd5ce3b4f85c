import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { ReactNode } from 'react'
import { AppProvider } from '../../../src/ui/app-context.tsx'
import { createFakeApp } from '../../support/fake-app.ts'
import { settled } from '../../support/time.ts'

/** The surroundings of a part of a page, for a signed-in user: the `wrapper` of `render`. */
export async function createAround() {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  const { app } = createFakeApp()
  await settled()
  await settled()
  return ({ children }: { readonly children: ReactNode }) => (
    <I18nProvider i18n={i18n}>
      <AppProvider app={app}>{children}</AppProvider>
    </I18nProvider>
  )
}
