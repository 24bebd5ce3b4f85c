import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { generalPages } from '../../machines/navigation/general.ts'
import { pages } from '../../machines/navigation/pages.ts'
import { useApp } from '../app-context.tsx'
import { Icon } from '../art/icon.tsx'
import { pageViews } from '../pages/page-views.tsx'
import css from './sidebar.module.css'
import { SidebarLink } from './sidebar-link.tsx'
import { useAreLinksKnown } from './use-are-links-known.ts'

export function SidebarGeneral() {
  const { t } = useLingui()
  const app = useApp()
  const facts = useSelector(app, snapshot => snapshot.context.facts)
  const areLinksKnown = useAreLinksKnown()
  const known = areLinksKnown ? facts : { ...facts, flugzeugEnabled: null }
  const current = useSelector(app, snapshot => snapshot.context.page?.name)
  return (
    <section className={css.group}>
      <h2 className={css.heading}>
        <Trans>General</Trans>
      </h2>
      <ul className={css.links}>
        {generalPages(known).map(page => (
          <SidebarLink
            key={page}
            href={pages[page].path}
            isCurrent={page === current}
            icon={<Icon name={pageViews[page].icon} size="1.125rem" />}
          >
            {t(pageViews[page].title)}
          </SidebarLink>
        ))}
      </ul>
    </section>
  )
}
