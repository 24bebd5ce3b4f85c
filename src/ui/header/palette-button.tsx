import { useLingui } from '@lingui/react/macro'
import { useSignedIn } from '../app-context.tsx'
import { IconButton } from '../controls/icon-button.tsx'

export function PaletteButton() {
  const { t } = useLingui()
  const { palette } = useSignedIn()
  return (
    <IconButton
      icon="search"
      label={t`Jump to a page or challenge (Ctrl/⌘ K)`}
      onClick={() => palette.send({ type: 'palette.open' })}
    />
  )
}
