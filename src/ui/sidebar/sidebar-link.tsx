import type { ReactNode } from 'react'
import type { Path } from '../../domain/path.ts'
import { Link } from '../controls/link.tsx'
import { scrollToLink } from './scroll-to-link.ts'
import css from './sidebar.module.css'

interface SidebarLinkProps {
  href: Path
  isCurrent: boolean
  /** Stands before the text. */
  icon?: ReactNode
  /** Stand at the end. */
  markers?: ReactNode
  /** The menu scrolls to it when it becomes the current one. */
  isFollowed?: boolean
  children: ReactNode
}

export function SidebarLink(props: SidebarLinkProps) {
  const { href, isCurrent, icon, markers, isFollowed, children } = props
  return (
    <li>
      <Link
        href={href}
        className={css.link}
        aria-current={isCurrent ? 'page' : undefined}
        ref={isFollowed && isCurrent ? scrollToLink : undefined}
      >
        {icon}
        <span className={css.text}>
          <bdi>{children}</bdi>
        </span>
        {markers && <span className={css.markers}>{markers}</span>}
      </Link>
    </li>
  )
}
