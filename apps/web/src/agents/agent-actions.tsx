import type { Json } from '@convene/domain'
import { useLocation } from 'wouter'
import { told, useClient } from '../connection/client.ts'
import { LibraryActions } from '../library/library-actions.tsx'
import type { Scope } from '../library/save-button.tsx'
import { toast } from '../parts/toast.tsx'
import { useWorkspace } from '../workspace/place.ts'
import type { AgentDraft, ShownAgent } from './agent-draft.ts'

type Props = {
  readonly shown: ShownAgent | null
  readonly draft: AgentDraft
  readonly agent: { readonly [key: string]: Json }
  readonly text: string
  readonly isSound: boolean
  readonly onSaved: () => void
}

/** Saving an agent, and what else can be done with it. */
export function AgentActions(props: Props) {
  const { shown, draft, text } = props
  const { save, remove } = useKeeping(props)
  return (
    <LibraryActions
      kept={shown && { name: shown.agent.name, file: shown.file, source: shown.source }}
      canSave={props.isSound && draft.name.trim() !== '' && draft.prompt.trim() !== ''}
      file={{ name: `${draft.slug || 'agent'}.md`, text, type: 'text/markdown' }}
      template={`/agents/new/${shown?.agent.slug ?? ''}`}
      onSave={(scope) => void save(scope)}
      onDelete={() => void remove()}
    />
  )
}

/** Writes the file of an agent, or removes it. */
function useKeeping({ shown, draft, agent, onSaved }: Props) {
  const client = useClient()
  const place = useWorkspace()
  const [, navigate] = useLocation()
  const save = async (scope: Scope) => {
    const replaces = shown?.agent.slug === draft.slug && shown.source === scope
    const given = { ...place, scope, agent }
    const saved = told(
      replaces ? await client.saveAgent({ ...given, slug: draft.slug }) : await client.createAgent(given),
      'Nothing was written. What you changed is still here.',
    )
    if (!saved) return
    toast('good', 'Saved', saved.file)
    onSaved()
    navigate(`/agents/${saved.slug}`)
  }
  const remove = async () => {
    if (!shown || !told(await client.deleteAgent({ ...place, slug: shown.agent.slug }), 'The agent is still there.'))
      return
    toast('plain', `${shown.agent.name} is deleted`)
    navigate('/agents')
  }
  return { save, remove }
}
