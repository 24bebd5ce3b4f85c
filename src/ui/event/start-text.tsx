import { Trans, useLingui } from '@lingui/react/macro'

/** When the event starts: an ISO timestamp. For a page that then shows more by itself. */
export function StartText({ start }: { start: string }) {
  const { i18n } = useLingui()
  const date = i18n.date(new Date(start), { dateStyle: 'full', timeStyle: 'short' })
  return (
    <Trans>
      It starts on <time dateTime={start}>{date}</time>. This page then continues automatically. If
      it does not, reload it.
    </Trans>
  )
}
