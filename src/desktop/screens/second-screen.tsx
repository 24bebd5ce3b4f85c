import { Trans } from '@lingui/react/macro'
import { screenNumberIn, secondScreenOf } from '../../remote-desktop/screens/address.ts'
import { externalIcon } from '../../ui/art/page-icons.ts'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { Kbd } from '../../ui/text/kbd.tsx'
import { Combination } from '../panels/combination.tsx'
import css from '../panels/panel.module.css'

/** Opens the second screen of the desktop, from the page of the first one. */
export function SecondScreen() {
  const { href } = window.location
  if (screenNumberIn(href) === 2) {
    return (
      <p className={css.note}>
        <Trans>
          This is the second screen. Close this tab to put its windows back on the first one.
        </Trans>
      </p>
    )
  }
  return (
    <>
      <div className={css.row}>
        <LinkButton
          icon={externalIcon}
          href={secondScreenOf(href)}
          target="_blank"
          rel="noreferrer"
        >
          <Trans>Open a second screen</Trans>
        </LinkButton>
      </div>
      <p className={css.note}>
        <Trans>
          It opens in a tab of its own, to the right of this screen. Drag windows across the edge,
          or press{' '}
          <Combination>
            <Kbd>Super</Kbd> <Kbd>Shift</Kbd> <Kbd>→</Kbd>
          </Combination>
          .
        </Trans>
      </p>
    </>
  )
}
