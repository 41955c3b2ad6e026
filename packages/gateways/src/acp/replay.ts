import type { AgentContext } from '@agentclientprotocol/sdk'
import { clean, type Event, isCaller, withPlainMarks } from '@convene/domain'
import { readPublic } from '@convene/engine'
import type { EditorSession } from './editor-session.ts'

/** Replays a session in an editor: the user's messages, and each run's result. */
export async function replay({ id, program }: EditorSession, client: AgentContext): Promise<void> {
  const { log } = await program.store()
  for (const event of await readPublic(log, id)) {
    const update = updateOf(event)
    if (update) await client.notify('session/update', { sessionId: id, update })
  }
}

function updateOf(event: Event) {
  const chunk = (kind: 'user_message_chunk' | 'agent_message_chunk', text: string) => ({
    sessionUpdate: kind,
    content: { type: 'text' as const, text: `${clean(text)}\n\n` },
  })
  if (event.type === 'artifact' && event.data.kind === 'report')
    return chunk('agent_message_chunk', withPlainMarks(event.data.text ?? ''))
  if (event.type !== 'message') return undefined
  const { author, role, kind, text } = event.data
  // The editor shows it as the user's own words otherwise.
  if (isCaller(author)) return chunk('agent_message_chunk', `${author}: ${text}`)
  if (role === 'user') return chunk('user_message_chunk', text)
  return kind === 'answer' ? chunk('agent_message_chunk', text) : undefined
}
