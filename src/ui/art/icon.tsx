import { type IconName, paths } from './paths.ts'

/** An icon that comes with what shows it. `path` is as in `paths.ts`. */
export interface OwnIcon {
  readonly path: string
}

export type AnyIcon = IconName | OwnIcon

/** A decorative icon on a 20 px grid, in the colour of its text; `size` is a CSS length. */
export function Icon({ name, size = '1.25rem' }: { name: AnyIcon; size?: string }) {
  return (
    <svg
      viewBox="0 0 20 20"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      style={{ flex: 'none' }}
    >
      <path d={typeof name === 'string' ? paths[name] : name.path} />
    </svg>
  )
}
