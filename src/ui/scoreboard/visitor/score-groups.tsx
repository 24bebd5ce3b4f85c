import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { memo, useMemo } from 'react'
import type { PublicScoreboard } from '../../../api/contract.ts'
import { scoreboardRows } from '../../../domain/scoreboard-rows.ts'
import { EmptyState } from '../../loading/empty-state.tsx'
import scoreboard from '../scoreboard.module.css'
import { ScoreboardTable } from '../scoreboard-table.tsx'
import css from './visitor.module.css'

type Group = PublicScoreboard['groups'][number]

interface ScoreGroupsProps {
  groups: readonly Group[]
  teamMode: boolean
}

const idOf = ({ slug }: Group) => `group-${slug}`

/** The scoreboards of all score groups, beside each other on a wide screen. */
export function ScoreGroups({ groups, teamMode }: ScoreGroupsProps) {
  const { t } = useLingui()
  const hasSeveral = groups.length > 1
  return (
    <>
      {hasSeveral && (
        <nav aria-label={t`Score groups`} className={css.groupLinks}>
          {groups.map(group => (
            <a key={group.slug} href={`#${idOf(group)}`}>
              {group.name}
            </a>
          ))}
        </nav>
      )}
      <div className={css.groups}>
        {groups.map(group => (
          <ScoreGroup key={group.slug} group={group} teamMode={teamMode} hasName={hasSeveral} />
        ))}
      </div>
      {groups.some(({ entries }) => entries.length > 0) && (
        <p className={scoreboard.note}>
          <Trans>With equal points, those who solved their last flag earlier are ahead.</Trans>
        </p>
      )}
    </>
  )
}

interface ScoreGroupProps {
  group: Group
  teamMode: boolean
  /** An event with one group does not name it. */
  hasName: boolean
}

const ScoreGroup = memo(function ScoreGroup({ group, teamMode, hasName }: ScoreGroupProps) {
  const { t, i18n } = useLingui()
  const { entries, accounts: total, name } = group
  const rows = useMemo(() => scoreboardRows(entries, undefined), [entries])
  const shown = rows.length
  return (
    <section id={idOf(group)} className={css.group} aria-label={hasName ? name : t`Scoreboard`}>
      <div className={css.groupHead}>
        {hasName && <h2>{name}</h2>}
        {shown > 0 && (
          <p className={scoreboard.count}>
            {shown < total ? (
              <Trans>
                The first {{ shown: i18n.number(shown) }} of {{ total: i18n.number(total) }} entries
              </Trans>
            ) : (
              <Plural value={total} one="# entry" other="# entries" />
            )}
          </p>
        )}
      </div>
      {shown > 0 ? (
        <ScoreboardTable
          rows={rows}
          label={hasName ? name : t`Scoreboard`}
          teamMode={teamMode}
          detail="lastFlags"
        />
      ) : (
        <EmptyState icon="trophy" title={t`No entries yet.`} />
      )}
    </section>
  )
})
