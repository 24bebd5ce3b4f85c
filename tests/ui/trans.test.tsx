import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

i18n.loadAndActivate({ locale: 'en', messages: {} })
afterEach(cleanup)

test.each(['<script>alert(1)</script>', '<0>mine</0>', '<0/>', '{x} <i>y</i>', '<', 'plain'])(
  'the name %s in a text stays as it is',
  name => {
    const complain = vi.spyOn(console, 'error')
    const text = (
      <Trans>
        First blood: <span translate="no">{name}</span>, by {name}
      </Trans>
    )
    const { container } = render(<I18nProvider i18n={i18n}>{text}</I18nProvider>)
    expect(container.textContent).toBe(`First blood: ${name}, by ${name}`)
    expect(container.querySelectorAll('*')).toHaveLength(1)
    expect(container.querySelector('span')?.textContent).toBe(name)
    expect(complain).not.toHaveBeenCalled()
  },
)
