import { ShieldQuestion } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useClient } from '../connection/client.ts'
import { useAsked } from '../connection/use-asked.ts'
import { sectionOf } from '../library/sections.ts'
import { Button } from '../parts/button.tsx'
import { useWorkspace } from '../workspace/place.ts'
import { TeamPicker } from './team-picker.tsx'

const TrustDialog = lazy(() =>
  import('../workspace/trust-dialog.tsx').then(({ TrustDialog }) => ({ default: TrustDialog })),
)

/** The team, and where it comes with an untrusted repository: what that means, before it is used. */
export function TeamChoice(props: {
  readonly team: string
  readonly onTeam: (team: string) => void
  readonly onTrusted: () => void
}) {
  const client = useClient()
  const place = useWorkspace()
  const [isAsked, setAsked] = useState(false)
  const teams = useAsked(() => client.teams(place), place.workspace)
  const trust = useAsked(() => client.trust(place), place.workspace)
  const all = teams.value?.items ?? []
  const needsTrust = trust.value?.state === 'untrusted' || trust.value?.state === 'changed'
  const chosen = all.find(({ team }) => team.slug === props.team)
  const isForeign = (source: string | undefined) => source !== undefined && sectionOf(source) === 'repo'
  const choose = (slug: string) => {
    props.onTeam(slug)
    if (needsTrust && isForeign(all.find(({ team }) => team.slug === slug)?.source)) setAsked(true)
  }
  const close = () => setAsked(false)
  const trusted = () => {
    close()
    for (const again of [teams.again, trust.again, props.onTrusted]) again()
  }
  return (
    <>
      <TeamPicker team={props.team} teams={all} workspace={trust.value?.workspace ?? ''} onTeam={choose} />
      {needsTrust && isForeign(chosen?.source) && (
        <Button tone="quiet" icon={ShieldQuestion} onClick={() => setAsked(true)}>
          Not trusted
        </Button>
      )}
      {isAsked && (
        <Suspense fallback={null}>
          <TrustDialog {...(chosen && { name: chosen.team.name })} onTrusted={trusted} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
