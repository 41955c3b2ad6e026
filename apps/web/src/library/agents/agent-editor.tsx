import type { Editable } from '../editable.ts'
import { agentKind } from '../kind.ts'
import { LibraryEditor } from '../library-editor.tsx'
import type { SaveScope } from '../save-button.tsx'
import { type AgentDraft, agentDraftOf, agentOf, emptyAgent, type ShownAgent } from './agent-draft.ts'
import { AgentForm } from './agent-form.tsx'

const agents: Editable<ShownAgent, AgentDraft> = {
  kind: agentKind,
  empty: emptyAgent,
  isBegun: ({ name, prompt }) => name.trim() !== '' && prompt.trim() !== '',
  draftOf: ({ agent }) => agentDraftOf(agent),
  writtenOf: agentOf,
  callsOf: (client) => ({
    read: client.agent,
    check: (place, agent) => client.checkAgent({ ...place, agent, prompts: true }),
    create: (place, scope, agent) => client.createAgent({ ...place, ...inFile(scope), agent }),
    replace: (place, scope, agent) => client.saveAgent({ ...place, ...inFile(scope), agent, slug: agent.slug }),
    remove: client.deleteAgent,
  }),
  Form: AgentForm,
}

/** Squad files hold teams only, so agents are never saved there. */
const inFile = (scope: SaveScope) => (scope === 'squad' ? {} : { scope })

/** Edits one agent, or creates a new one, optionally from a template. */
export function AgentEditor(props: { readonly slug?: string; readonly from?: string }) {
  return <LibraryEditor editable={agents} {...props} />
}
