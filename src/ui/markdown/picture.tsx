import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { isOffline } from '../../machines/network/selectors.ts'
import { useAppChildren } from '../app-context.tsx'
import { findPicture, type ShownPicture } from './find-picture.ts'
import { useHandouts } from './handouts.ts'
import { isOwnImage } from './markdown-urls.ts'

interface PictureProps {
  src: string
  alt: string
  title?: string | undefined
}

/** A picture of the text's files, or of this site. Anything else is its description. */
export function Picture({ src, alt, title }: PictureProps) {
  const handouts = useHandouts()
  const handout = handouts && findPicture(handouts, src)
  if (handout) return <HandoutPicture {...{ handout, alt, title }} />
  const isMissing = handouts !== null && isRelative(src)
  if (isMissing || !isOwnImage(src)) return <em>{alt}</em>
  return <img src={src} alt={alt} title={title} loading="lazy" decoding="async" />
}

const isRelative = (src: string) => !/^[\\/]/.test(src) && URL.parse(src) === null

interface HandoutPictureProps extends Omit<PictureProps, 'src'> {
  handout: ShownPicture
}

/**
 * Each read of the challenge may bring another link to the same picture. The first link stays, so that no
 * poll loads the picture again. Only if the picture fails, the newest link is used.
 */
function HandoutPicture({ handout: { url, width, height }, alt, title }: HandoutPictureProps) {
  const [kept, setKept] = useState(url)
  const [isBroken, setBroken] = useState(false)
  const offline = useSelector(useAppChildren().network, isOffline)
  const src = isBroken ? url : kept
  const onLoad = () => {
    setKept(src)
    setBroken(false)
  }
  return (
    <img
      // A picture that failed is requested again when the network is back.
      key={String(isBroken && offline)}
      alt={alt}
      {...{ src, title, width, height, onLoad }}
      onError={() => setBroken(true)}
      loading="lazy"
      decoding="async"
    />
  )
}
