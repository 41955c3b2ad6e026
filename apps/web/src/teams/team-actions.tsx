import type { Json } from '@convene/domain'
import { useLocation } from 'wouter'
import { told, useClient } from '../connection/client.ts'
import { LibraryActions } from '../library/library-actions.tsx'
import type { Scope } from '../library/save-button.tsx'
import { toast } from '../parts/toast.tsx'
import { useWorkspace } from '../workspace/place.ts'
import type { ShownTeam, TeamDraft } from './team-draft.ts'

type Props = {
  readonly shown: ShownTeam | null
  readonly draft: TeamDraft
  readonly team: { readonly [key: string]: Json }
  readonly isSound: boolean
  readonly onSaved: () => void
}

/** Saving a team, and what else can be done with it. */
export function TeamActions(props: Props) {
  const { shown, draft, team } = props
  const { save, remove } = useKeeping(props)
  const text = `${JSON.stringify(team, null, 2)}\n`
  return (
    <LibraryActions
      kept={shown && { name: shown.team.name, file: shown.file, source: shown.source }}
      canSave={props.isSound && draft.name.trim() !== ''}
      file={{ name: `${draft.slug || 'team'}.json`, text, type: 'application/json' }}
      template={`/teams/new/${shown?.team.slug ?? ''}`}
      onSave={(scope) => void save(scope)}
      onDelete={() => void remove()}
    />
  )
}

/** Writes the file of a team, or removes it. */
function useKeeping({ shown, draft, team, onSaved }: Props) {
  const client = useClient()
  const place = useWorkspace()
  const [, navigate] = useLocation()
  const save = async (scope: Scope) => {
    const replaces = shown?.team.slug === draft.slug && shown.source === scope
    const given = { ...place, scope, team }
    const saved = told(
      replaces ? await client.saveTeam({ ...given, slug: draft.slug }) : await client.createTeam(given),
      'Nothing was written. What you changed is still here.',
    )
    if (!saved) return
    toast('good', 'Saved', saved.file)
    onSaved()
    navigate(`/teams/${saved.slug}`)
  }
  const remove = async () => {
    if (!shown || !told(await client.deleteTeam({ ...place, slug: shown.team.slug }), 'The team is still there.'))
      return
    toast('plain', `${shown.team.name} is deleted`)
    navigate('/teams')
  }
  return { save, remove }
}
