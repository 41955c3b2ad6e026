import { countText } from '@convene/domain'
import type { Output } from '@convene/protocol'
import { useState } from 'react'
import { hiddenBy, type LibrarySection, librarySections, sectionNames, sectionOf } from '../library/sections.ts'
import { Choice, type Option } from '../ui/choice.tsx'
import { oneLine } from '../ui/text/neutral.ts'
import { wordsOfCode } from '../ui/text/words.ts'
import { TrustDialog } from '../workspace/dialogs.ts'
import type { TrustState } from '../workspace/use-trust.ts'
import { useWorkspaceCall } from '../workspace/use-workspace-call.ts'

const NONE = 'auto'

/** Picks a team: the repository's, the user's own, or a built-in one. Untrusted ones must be confirmed first. */
export function TeamChoice(props: {
  readonly team: string
  readonly trust: TrustState
  readonly onTeam: (team: string) => void
  readonly onTrusted: () => void
}) {
  const { trust } = props
  const [isAsked, setAsked] = useState(false)
  const teams = useWorkspaceCall((client, place) => client.teams(place), trust.value?.state)
  const all = teams.value?.items ?? []
  const chosen = all.find(({ team }) => team.slug === props.team)
  const options = [
    { value: NONE, label: 'No team', note: 'the default agent, or those you name' },
    ...librarySections.flatMap((section) => [
      ...all.filter(({ source }) => sectionOf(source) === section).map(optionOf),
      ...hiddenIn(all, section, trust.value?.workspace ?? ''),
    ]),
  ]
  const choose = (slug: string) => {
    const source = all.find(({ team }) => team.slug === slug)?.source
    props.onTeam(slug === NONE ? '' : slug)
    if (trust.isWanted && source !== undefined && sectionOf(source) === 'repo') setAsked(true)
  }
  return (
    <>
      <Choice label="Team" value={props.team || NONE} options={options} onChange={choose} />
      {isAsked && chosen && (
        <TrustDialog name={chosen.team.name} onTrusted={props.onTrusted} onClose={() => setAsked(false)} />
      )}
    </>
  )
}

type Teams = Output<'teams'>['items']

const optionOf = ({ team, source }: Teams[number]): Option => ({
  value: team.slug,
  label: oneLine(team.name),
  note: `${wordsOfCode(team.mode)}, ${countText(team.members.length, 'member')}`,
  group: sectionNames[sectionOf(source)],
  ...(source === 'squad' ? { badge: 'Squad' } : source === 'workspace' ? { badge: 'Repo' } : {}),
})

/** Overridden teams, greyed out with the reason. */
function hiddenIn(teams: Teams, section: LibrarySection, workspace: string): readonly Option[] {
  return teams.flatMap((listed) =>
    hiddenBy(listed, listed.team.name, workspace)
      .filter((hidden) => hidden.section === section)
      .map(({ file, reason }) => ({
        value: `hidden:${file}`,
        label: oneLine(listed.team.name),
        note: reason,
        group: sectionNames[section],
        disabled: true,
      })),
  )
}
