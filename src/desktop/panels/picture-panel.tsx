import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import type { QualityStep, Scaling, TextSize } from '../../machines/desktop/events.ts'
import {
  chosenQualityOf,
  isWatcher,
  qualityOf,
  scalingOf,
  textSizeOf,
} from '../../machines/desktop/selectors.ts'
import { Select } from '../../ui/controls/select.tsx'
import { Kbd } from '../../ui/text/kbd.tsx'
import { useActors } from '../actors.tsx'
import { SecondScreen } from '../screens/second-screen.tsx'
import { Combination } from './combination.tsx'
import css from './panel.module.css'
import { DesktopPanel } from './panel.tsx'

const sizes = [100, 150, 200] as const
const steps: readonly QualityStep[] = [0, 1, 2, 3, 4]

export function PicturePanel() {
  const { t, i18n } = useLingui()
  const { desktop } = useActors()
  const scaling = useSelector(desktop, scalingOf)
  const chosen = useSelector(desktop, chosenQualityOf)
  const watches = useSelector(desktop, isWatcher)
  const textSize = useSelector(desktop, textSizeOf)
  const percent = new Intl.NumberFormat(i18n.locale, { style: 'percent' })
  const names = [t`lowest`, t`low`, t`medium`, t`high`, t`highest`]
  const now = names[useSelector(desktop, qualityOf)]
  const toQuality = (value: string) => steps.find(step => `${step}` === value) ?? 'auto'

  return (
    <DesktopPanel title={t`Picture`}>
      <Select<Scaling>
        label={t`Size`}
        value={scaling}
        options={[
          ...(watches ? [] : [{ value: 'resize' as const, label: t`Same size as the window` }]),
          { value: 'fit', label: t`Fit to window` },
          { value: 'actual', label: t`Actual size` },
        ]}
        onChange={value => desktop.send({ type: 'scaling.choose', scaling: value })}
      />
      {!watches && scaling === 'resize' && (
        <>
          <Select<`${TextSize}`>
            label={t`Text size`}
            value={`${textSize}`}
            options={[
              { value: 'auto', label: t`Automatic` },
              ...sizes.map(size => ({
                value: `${size}` as const,
                label: percent.format(size / 100),
              })),
            ]}
            onChange={value =>
              desktop.send({
                type: 'textSize.choose',
                textSize: sizes.find(size => `${size}` === value) ?? 'auto',
              })
            }
          />
          <p className={css.note}>
            <Trans>
              Programs that already run may keep their text size until you start them again. In a
              terminal,{' '}
              <Combination>
                <Kbd>Ctrl</Kbd> <Kbd>+</Kbd>
              </Combination>{' '}
              and{' '}
              <Combination>
                <Kbd>Ctrl</Kbd> <Kbd>−</Kbd>
              </Combination>{' '}
              change it.
            </Trans>
          </p>
        </>
      )}
      <Select
        label={t`Quality`}
        value={`${chosen}`}
        options={[
          { value: 'auto', label: t`Automatic` },
          ...steps.map(step => ({ value: `${step}`, label: names[step] ?? '' })),
        ]}
        onChange={value => desktop.send({ type: 'quality.choose', quality: toQuality(value) })}
      />
      <p className={css.note}>
        <Trans>Quality now: {now}</Trans>
      </p>
      {!watches && <SecondScreen />}
    </DesktopPanel>
  )
}
