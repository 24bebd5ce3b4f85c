import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import type { ClipboardImage } from '../../machines/desktop-clipboard-image/events.ts'
import {
  imageFailure,
  isImageCopied,
  isImageRefused,
  isReadingImage,
  shownImage,
} from '../../machines/desktop-clipboard-image/selectors.ts'
import { checkIcon, copyIcon } from '../../ui/art/page-icons.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { VisuallyHidden } from '../../ui/text/visually-hidden.tsx'
import { useActors } from '../actors.tsx'
import panel from '../panels/panel.module.css'
import css from './images.module.css'
import { useImageFailures } from './use-image-failures.ts'

/** The image of the desktop's clipboard, with a button that copies it. */
export function CopiedImage() {
  const { t } = useLingui()
  const { image } = useActors()
  const shown = useSelector(image, shownImage)
  const failure = useSelector(image, imageFailure)
  const reading = useSelector(image, isReadingImage)
  const copied = useSelector(image, isImageCopied)
  const refused = useSelector(image, isImageRefused)
  const words = useImageFailures()

  return (
    <section className={css.image} aria-label={t`Image in the desktop’s clipboard`}>
      <header className={css.head}>
        <h3 className={css.title}>
          <Trans>Image in the desktop’s clipboard</Trans>
        </h3>
        <IconButton
          icon="refresh"
          size="small"
          label={t`Look for an image again`}
          aria-disabled={reading || undefined}
          onClick={() => image.send({ type: 'image.refresh' })}
        />
      </header>
      {shown && <Preview image={shown} />}
      <p className={panel.note} role="status">
        {reading && <Trans>Looking for an image…</Trans>}
        <VisuallyHidden>{copied && <Trans>Copied</Trans>}</VisuallyHidden>
        {failure !== null && words[failure]}
        {refused && (
          <Trans>Your browser does not allow it. Right-click the image and copy it there.</Trans>
        )}
      </p>
      {shown && (
        <Button
          variant="primary"
          icon={copied ? checkIcon : copyIcon}
          onClick={() => image.send({ type: 'image.copy' })}
        >
          {copied ? <Trans>Copied</Trans> : <Trans>Copy image</Trans>}
        </Button>
      )}
    </section>
  )
}

function Preview({ image: { picture } }: { image: ClipboardImage }) {
  const { t } = useLingui()
  const { width, height } = picture
  // A canvas, because browsers offer to copy its picture, too.
  return (
    <canvas
      ref={canvas => canvas?.getContext('2d')?.drawImage(picture, 0, 0)}
      className={css.picture}
      width={width}
      height={height}
      role="img"
      aria-label={t`Image, ${width} × ${height} pixels`}
    />
  )
}
