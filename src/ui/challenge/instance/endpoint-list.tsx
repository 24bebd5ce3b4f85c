import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import type { Endpoint } from '../../../api/contract.ts'
import { endpointsOf } from '../../../machines/instance/selectors.ts'
import { externalIcon } from '../../art/page-icons.ts'
import { CopyField } from '../../controls/copy-field.tsx'
import { LinkButton } from '../../controls/link-button.tsx'
import { useCopy } from '../../controls/use-copy.ts'
import { useChallenge } from '../use-challenge.ts'
import { accessTo } from './endpoint.ts'
import css from './endpoint-list.module.css'

export function EndpointList() {
  const { t } = useLingui()
  const { instance } = useChallenge()
  const endpoints = useSelector(instance, endpointsOf)
  if (endpoints.length === 0) return null
  return (
    <ul className={css.list} aria-label={t`Addresses of the environment`}>
      {endpoints.map(endpoint => (
        <EndpointItem
          key={`${endpoint.protocol} ${endpoint.ip} ${endpoint.port} ${endpoint.title}`}
          endpoint={endpoint}
        />
      ))}
    </ul>
  )
}

function EndpointItem({ endpoint }: { endpoint: Endpoint }) {
  const { url, commands } = accessTo(endpoint)
  const title = endpoint.title || endpoint.protocol
  return (
    <li className={css.endpoint}>
      <div className={css.head}>
        <span className={css.title}>{title}</span>
        <span className={css.protocol}>{endpoint.protocol}</span>
        {url && (
          <LinkButton size="small" icon={externalIcon} href={url} target="_blank" rel="noreferrer">
            <Trans>Open</Trans>
          </LinkButton>
        )}
      </div>
      {commands.map(command => (
        <Command key={command} title={title} command={command} />
      ))}
    </li>
  )
}

function Command({ title, command }: { title: string; command: string }) {
  const { t } = useLingui()
  const { isCopied, copy } = useCopy()
  return (
    <CopyField
      label={title}
      hideLabel
      value={command}
      copied={isCopied}
      onCopy={() => copy(command)}
      copyLabel={t`Copy: ${command}`}
      copiedLabel={t`Copied`}
    />
  )
}
