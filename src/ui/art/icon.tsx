import { type IconName, paths } from './paths.ts'

export type { IconName }

/** A decorative icon on a 20 px grid, in the colour of its text; `size` is a CSS length. */
export const Icon = ({ name, size }: { name: IconName; size?: string }) => (
  <Drawing path={paths[name]} size={size} />
)

/** An icon that is not among those of the app's first load. `path` is as in `paths.ts`. */
export function Drawing({ path, size = '1.25rem' }: { path: string; size?: string | undefined }) {
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
      <path d={path} />
    </svg>
  )
}
