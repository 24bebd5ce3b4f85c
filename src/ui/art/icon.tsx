import { type IconName, paths } from './paths.ts'

export type { IconName }

/** A decorative icon on a 20 px grid, in the colour of its text; `size` is a CSS length. */
export function Icon({ name, size = '1.25rem' }: { name: IconName; size?: string }) {
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
      <path d={paths[name]} />
    </svg>
  )
}
