import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { externalIcon } from '../art/page-icons.ts'
import { LinkButton } from '../controls/link-button.tsx'
import { phones, platforms } from './constants.ts'
import css from './dialogs.module.css'
import { VpnConfig } from './vpn-config.tsx'

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className={css.step}>
      <h3 className={css.heading}>{title}</h3>
      <div className={css.content}>{children}</div>
    </li>
  )
}

/** The four steps to a connection. */
export function VpnGuide() {
  const { t } = useLingui()
  const starts = {
    Linux: <code translate="no">sudo wg-quick up ./guidon.conf</code>,
    macOS: <Trans>Open WireGuard, choose “Import tunnel(s) from file”, then “Activate”.</Trans>,
    Windows: <Trans>Open WireGuard, choose “Add Tunnel”, then “Activate”.</Trans>,
  }
  return (
    <ol className={css.steps}>
      <Step title={t`Install WireGuard`}>
        <div className={css.row}>
          {[...platforms, ...phones].map(({ name, install }) => (
            <LinkButton
              key={name}
              size="small"
              icon={externalIcon}
              href={install}
              target="_blank"
              rel="noopener noreferrer"
            >
              {name}
            </LinkButton>
          ))}
        </div>
      </Step>
      <Step title={t`Download your configuration`}>
        <VpnConfig />
      </Step>
      <Step title={t`Start the connection`}>
        <dl className={css.platforms}>
          {platforms.map(({ name }) => (
            <div key={name} className={css.platform}>
              <dt>{name}</dt>
              <dd>{starts[name]}</dd>
            </div>
          ))}
          <div className={css.platform}>
            <dt>{phones.map(({ name }) => name).join(', ')}</dt>
            <dd>
              <Trans>
                Open WireGuard, add a tunnel from the QR code or the file, then activate it.
              </Trans>
            </dd>
          </div>
        </dl>
      </Step>
      <Step title={t`Done`}>
        <p>
          <Trans>As soon as you are connected, this window shows your IP address.</Trans>
        </p>
      </Step>
    </ol>
  )
}
