import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import type { QualityStep, Scaling } from '../machines/desktop/events.ts'
import { chosenQuality, isWatcher, quality, scaling } from '../machines/desktop/selectors.ts'
import { Select } from '../ui/controls/select.tsx'
import { useActors } from './actors.tsx'
import css from './panel.module.css'
import { Panel } from './panel.tsx'
import { SecondScreen } from './screens/second-screen.tsx'

const steps: readonly QualityStep[] = [0, 1, 2, 3, 4]

export function PicturePanel() {
  const { t } = useLingui()
  const { desktop } = useActors()
  const mode = useSelector(desktop, scaling)
  const chosen = useSelector(desktop, chosenQuality)
  const watches = useSelector(desktop, isWatcher)
  const names = [t`lowest`, t`low`, t`medium`, t`high`, t`highest`]
  const now = names[useSelector(desktop, quality)]
  const toQuality = (value: string) => steps.find(step => `${step}` === value) ?? 'auto'

  return (
    <Panel title={t`Picture`}>
      <Select<Scaling>
        label={t`Size`}
        value={mode}
        options={[
          ...(watches ? [] : [{ value: 'resize' as const, label: t`Same size as the window` }]),
          { value: 'fit', label: t`Fit to window` },
          { value: 'actual', label: t`Actual size` },
        ]}
        onChange={value => desktop.send({ type: 'scaling.choose', scaling: value })}
      />
      <Select
        label={t`Quality`}
        value={`${chosen}`}
        options={[
          { value: 'auto', label: t`Automatic` },
          ...steps.map(step => ({ value: `${step}`, label: names[step] ?? '' })),
        ]}
        onChange={value => desktop.send({ type: 'quality.choose', quality: toQuality(value) })}
      />
      <p className={css.hint}>
        <Trans>Quality now: {now}</Trans>
      </p>
      {!watches && <SecondScreen />}
    </Panel>
  )
}
