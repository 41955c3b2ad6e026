import { countText } from '@convene/domain'
import type { Output } from '@convene/protocol'
import { hiddenBy, sectionNames, sectionOf, sections } from '../library/sections.ts'
import { Choice, type Option } from '../ui/choice.tsx'
import { oneLine } from '../ui/text/neutral.ts'
import { wordsOf } from '../ui/text/words.ts'

type Teams = Output<'teams'>['items']

/** Picks a team from the repo, the user's own, or a built-in one. */
export function TeamPicker(props: {
  readonly team: string
  readonly teams: Teams
  readonly workspace: string
  readonly onTeam: (team: string) => void
}) {
  const { teams, workspace } = props
  const options = [
    { value: 'auto', label: 'No team', note: 'the default agent, or those you name' },
    ...sections.flatMap((section) => [
      ...teams.filter(({ source }) => sectionOf(source) === section).map(optionOf),
      ...hiddenIn(teams, section, workspace),
    ]),
  ]
  return (
    <Choice
      label="Team"
      value={props.team || 'auto'}
      options={options}
      onChange={(value) => props.onTeam(value === 'auto' ? '' : value)}
    />
  )
}

const optionOf = ({ team, source }: Teams[number]): Option => ({
  value: team.slug,
  label: oneLine(team.name),
  note: `${wordsOf(team.mode)}, ${countText(team.members.length, 'member')}`,
  group: sectionNames[sectionOf(source)],
  ...(source === 'squad' ? { badge: 'Squad' } : source === 'workspace' ? { badge: 'Repo' } : {}),
})

/** Overridden teams, greyed out with the reason. */
function hiddenIn(teams: Teams, section: string, workspace: string): readonly Option[] {
  return teams.flatMap((listed) =>
    hiddenBy(listed, listed.team.name, workspace)
      .filter((hidden) => hidden.section === section)
      .map(({ file, reason }) => ({
        value: `hidden:${file}`,
        label: oneLine(listed.team.name),
        note: reason,
        group: sectionNames[section as keyof typeof sectionNames],
        disabled: true,
      })),
  )
}
