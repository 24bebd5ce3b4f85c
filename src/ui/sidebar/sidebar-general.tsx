import { Trans } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { generalPages } from '../../machines/navigation/general.ts'
import { paths } from '../../machines/navigation/pages.ts'
import { useApp } from '../app-context.tsx'
import { Icon } from '../art/icon.tsx'
import { pageIcons } from '../pages/page-icons.ts'
import { usePageNames } from '../pages/use-page-names.ts'
import css from './sidebar.module.css'
import { SidebarLink } from './sidebar-link.tsx'

export function SidebarGeneral() {
  const app = useApp()
  const facts = useSelector(app, snapshot => snapshot.context.facts)
  const current = useSelector(app, snapshot => snapshot.context.page?.name)
  const names = usePageNames()
  return (
    <section className={css.group}>
      <h2 className={css.heading}>
        <Trans>General</Trans>
      </h2>
      <ul className={css.links}>
        {generalPages(facts).map(page => (
          <SidebarLink
            key={page}
            href={paths[page]}
            isCurrent={page === current}
            icon={<Icon name={pageIcons[page]} size="1.125rem" />}
          >
            {names[page]}
          </SidebarLink>
        ))}
      </ul>
    </section>
  )
}
