import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { canUseDesktop } from '../../machines/home/selectors.ts'
import { pages } from '../../machines/navigation/pages.ts'
import { useLoaded } from '../app-context.tsx'
import { arrowRightIcon, desktopIcon } from '../art/page-icons.ts'
import { PageButton } from '../controls/link-button.tsx'
import { cx } from '../cx.ts'
import { useOffersVpn } from '../event/use-offers-vpn.ts'
import { Notice } from '../feedback/notice.tsx'
import css from './home.module.css'

/** Its space is reserved until it is known whether there are desktops, so that nothing moves. */
export function DesktopNotice() {
  const { t } = useLingui()
  const offersVpn = useOffersVpn()
  const hasDesktop = useSelector(useLoaded('home'), canUseDesktop)
  if (hasDesktop === false) return null
  return (
    <div className={cx(css.notice, hasDesktop === null && css.unknown)}>
      <Notice
        icon={desktopIcon}
        title={offersVpn ? t`No VPN? Use the Flugzeug VM.` : t`Use the Flugzeug VM.`}
        action={
          <PageButton href={pages.flugzeug.path} icon={arrowRightIcon}>
            <Trans>Open Flugzeug VM</Trans>
          </PageButton>
        }
      >
        <Trans>
          A computer with the usual tools, in your browser and already on the right network.
        </Trans>
      </Notice>
    </div>
  )
}
