import { type AnyIcon, Icon } from '../art/icon.tsx'
import { cx } from '../cx.ts'
import { Tooltip } from '../layout/tooltip.tsx'
import css from './button.module.css'
import { Button, type ButtonProps } from './button.tsx'

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'busyLabel' | 'block'> {
  /** The accessible name, also shown as the tooltip. */
  label: string
  icon: AnyIcon
}

export function IconButton({ label, icon, className, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label} names>
      <Button variant="ghost" {...rest} aria-label={label} className={cx(css.square, className)}>
        <Icon name={icon} />
      </Button>
    </Tooltip>
  )
}
