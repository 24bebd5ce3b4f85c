import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import type { ComponentType } from 'react'
import { isReadOnly, phaseOf } from '../../../machines/event/selectors.ts'
import { type PageName, type PublicPage, pageOf } from '../../../machines/navigation/pages.ts'
import { useAppChildren } from '../../app-context.tsx'
import { Button } from '../../controls/button.tsx'
import { EndedBanner } from '../../event/ended-banner.tsx'
import { EventMark } from '../../event/event-mark.tsx'
import { useBrand } from '../../event/use-event.ts'
import { EventTime } from '../../header/event-time.tsx'
import header from '../../header/header.module.css'
import { LanguageSelect } from '../../header/language-select.tsx'
import { SchemeSwitch } from '../../header/scheme-switch.tsx'
import shell from '../../shell/shell.module.css'
import { useVisitor } from './use-visitor.ts'
import css from './visitor.module.css'
import { VisitorScoreboard } from './visitor-scoreboard.tsx'

interface PublicView {
  readonly title: MessageDescriptor
  readonly view: ComponentType
}

/** What visitors see of each page with `publicBy`. */
const publicViews: Readonly<Record<PublicPage, PublicView>> = {
  scoreboard: { title: msg`Scoreboard`, view: VisitorScoreboard },
}

/** Undefined while the session machine leaves for a page that needs a session. */
const publicViewOf = (name: PageName): PublicView | undefined =>
  (publicViews as Readonly<Partial<Record<PageName, PublicView>>>)[name]

/** A public page, without a session. */
export function VisitorPage() {
  const { t } = useLingui()
  const { session } = useAppChildren()
  const { event } = useVisitor()
  const shown = publicViewOf(useSelector(session, ({ context }) => pageOf(context.returnTo).name))
  const { name } = useBrand()
  const phase = useSelector(event, phaseOf)
  const readOnly = useSelector(event, isReadOnly)
  if (!shown) return null
  const title = t(shown.title)
  return (
    <div className={css.screen}>
      <title>{`${title} · ${name}`}</title>
      <a className={shell.skip} href="#content">
        <Trans>Skip to the content</Trans>
      </a>
      <header className={header.header}>
        <span className={css.brand}>
          <EventMark />
        </span>
        <span className={header.gap} />
        <div className={header.facts}>
          <EventTime event={event} />
        </div>
        <div className={css.controls}>
          <LanguageSelect />
          <SchemeSwitch />
        </div>
        <Button
          variant="primary"
          className={css.signIn}
          onClick={() => session.send({ type: 'session.signIn' })}
        >
          <Trans>Sign in</Trans>
        </Button>
      </header>
      <main id="content" className={shell.content} tabIndex={-1}>
        <EndedBanner phase={phase} isReadOnly={readOnly} />
        <div className={css.page}>
          <h1>{title}</h1>
          <shown.view />
        </div>
      </main>
      <footer className={css.footer}>
        <LanguageSelect />
        <SchemeSwitch />
      </footer>
    </div>
  )
}
