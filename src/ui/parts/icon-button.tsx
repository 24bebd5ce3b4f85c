import { Icon, type IconName } from '../art/icon.tsx'
import { Button, type ButtonProps } from './button.tsx'
import { cx } from './cx.ts'
import css from './icon-button.module.css'
import { Tooltip } from './tooltip.tsx'

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'busyLabel' | 'block'> {
  /** The accessible name, also shown as the tooltip. */
  label: string
  icon: IconName
}

export function IconButton({
  label,
  icon,
  variant = 'ghost',
  className,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip text={label} names>
      <Button {...rest} variant={variant} aria-label={label} className={cx(css.square, className)}>
        <Icon name={icon} />
      </Button>
    </Tooltip>
  )
}
