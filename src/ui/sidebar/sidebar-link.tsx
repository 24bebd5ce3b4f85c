import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Path } from '../../domain/path.ts'
import css from './sidebar.module.css'

interface SidebarLinkProps {
  href: Path
  isCurrent: boolean
  /** Stands before the text. */
  icon?: ReactNode
  /** Stand at the end. */
  markers?: ReactNode
  children: ReactNode
}

export function SidebarLink({ href, isCurrent, icon, markers, children }: SidebarLinkProps) {
  return (
    <li>
      <Link href={href} className={css.link} aria-current={isCurrent ? 'page' : undefined}>
        {icon}
        <span className={css.text}>{children}</span>
        {markers && <span className={css.markers}>{markers}</span>}
      </Link>
    </li>
  )
}
