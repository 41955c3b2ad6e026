import { lazy, Suspense, useState } from 'react'
import { useClient } from '../connection/client.ts'
import { useAsked } from '../connection/use-asked.ts'
import { sectionOf } from '../library/sections.ts'
import { useWorkspace } from '../workspace/place.ts'
import { TeamPicker } from './team-picker.tsx'
import type { Trust } from './use-trust.ts'

const TrustDialog = lazy(() =>
  import('../workspace/trust-dialog.tsx').then(({ TrustDialog }) => ({ default: TrustDialog })),
)

/** The team picker. A team from an untrusted repository is confirmed first. */
export function TeamChoice(props: {
  readonly team: string
  readonly trust: Trust
  readonly onTeam: (team: string) => void
  readonly onTrusted: () => void
}) {
  const { trust } = props
  const client = useClient()
  const place = useWorkspace()
  const [isAsked, setAsked] = useState(false)
  const teams = useAsked(() => client.teams(place), JSON.stringify([place, trust.value?.state]))
  const all = teams.value?.items ?? []
  const chosen = all.find(({ team }) => team.slug === props.team)
  const choose = (slug: string) => {
    const source = all.find(({ team }) => team.slug === slug)?.source
    props.onTeam(slug)
    if (trust.isWanted && source !== undefined && sectionOf(source) === 'repo') setAsked(true)
  }
  const close = () => setAsked(false)
  const trusted = () => {
    close()
    props.onTrusted()
  }
  return (
    <>
      <TeamPicker team={props.team} teams={all} workspace={trust.value?.workspace ?? ''} onTeam={choose} />
      {isAsked && chosen && (
        <Suspense fallback={null}>
          <TrustDialog name={chosen.team.name} onTrusted={trusted} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
