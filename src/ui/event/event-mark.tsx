import { Guidon } from '../art/guidon.tsx'
import css from './event-mark.module.css'
import { useBrand } from './use-event.ts'

/** The event's logo and name; the app's own without them. `size` is the height of the logo. */
export function EventMark({ size = '1.75rem' }: { size?: string }) {
  const { name, logoUrl } = useBrand()
  return (
    <span className={css.mark}>
      {logoUrl ? <img style={{ blockSize: size }} src={logoUrl} alt="" /> : <Guidon size={size} />}
      <span className={css.name}>{name}</span>
    </span>
  )
}
