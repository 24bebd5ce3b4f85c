import { Trans } from '@lingui/react/macro'
import { Fragment } from 'react'
import { challengeKey } from '../../../domain/challenge.ts'
import type { OverviewChallenge, Progress } from '../../../domain/overview.ts'
import { challengePath } from '../../../machines/navigation/pages.ts'
import { type AnyIcon, Icon } from '../../art/icon.tsx'
import { Link } from '../../controls/link.tsx'
import css from './card.module.css'

const icons: Record<Progress['is'], AnyIcon> = {
  notStarted: 'flag',
  inProgress: 'terminal',
  someFlags: 'flag',
  solved: 'circleCheck',
}

/** The account's progress, or what it must solve first. */
export function CardState({ of: { progress, needs } }: { of: OverviewChallenge }) {
  if (needs.length > 0) {
    const links = needs.map((one, index) => (
      <Fragment key={challengeKey(one)}>
        {index > 0 && ', '}
        <Link href={challengePath(one)}>
          <bdi>{one.name}</bdi>
        </Link>
      </Fragment>
    ))
    return (
      <p className={css.state} data-is="locked">
        <Icon name="lock" size="1rem" />
        <span>
          <Trans>Locked. Complete first: {links}</Trans>
        </span>
      </p>
    )
  }
  return (
    <p className={css.state} data-is={progress.is}>
      <Icon name={icons[progress.is]} size="1rem" />
      <span>
        <ProgressText of={progress} />
      </span>
    </p>
  )
}

function ProgressText({ of }: { of: Progress }) {
  switch (of.is) {
    case 'notStarted':
      return <Trans>Not started</Trans>
    case 'inProgress':
      return <Trans>In progress</Trans>
    case 'someFlags': {
      const { solved, total } = of
      return (
        <Trans>
          {solved} of {total} flags
        </Trans>
      )
    }
    case 'solved':
      return <Trans>Completed</Trans>
  }
}
