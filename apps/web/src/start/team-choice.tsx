import { useState } from 'react'
import { sectionOf } from '../library/sections.ts'
import { TrustDialog } from '../workspace/dialogs.ts'
import { useAskedHere } from '../workspace/use-asked-here.ts'
import type { Trust } from '../workspace/use-trust.ts'
import { TeamPicker } from './team-picker.tsx'

/** The team picker. A team from an untrusted repository is confirmed first. */
export function TeamChoice(props: {
  readonly team: string
  readonly trust: Trust
  readonly onTeam: (team: string) => void
  readonly onTrusted: () => void
}) {
  const { trust } = props
  const [isAsked, setAsked] = useState(false)
  const teams = useAskedHere((client, place) => client.teams(place), trust.value?.state)
  const all = teams.value?.items ?? []
  const chosen = all.find(({ team }) => team.slug === props.team)
  const choose = (slug: string) => {
    const source = all.find(({ team }) => team.slug === slug)?.source
    props.onTeam(slug)
    if (trust.isWanted && source !== undefined && sectionOf(source) === 'repo') setAsked(true)
  }
  return (
    <>
      <TeamPicker team={props.team} teams={all} workspace={trust.value?.workspace ?? ''} onTeam={choose} />
      {isAsked && chosen && (
        <TrustDialog name={chosen.team.name} onTrusted={props.onTrusted} onClose={() => setAsked(false)} />
      )}
    </>
  )
}
