import { type Client, createClient, type HostRequest } from '@convene/protocol'
import type { Player } from './player.ts'

/**
 * A recording takes no commands. Answering what it answers itself skips ahead, whatever the words. A denial or an edit
 * is refused, because the recording would continue as if the user had agreed.
 */
export const exampleClient = (player: Pick<Player, 'skip'>): Client =>
  createClient({
    call: async (request) => (agrees(request) && player.skip() ? { status: 200, body: done } : refused),
    events: () => () => {},
    changes: () => () => {},
  })

const done = { done: true, notes: [] }
const refused = {
  status: 409,
  body: { error: { code: 'example', message: 'This is a scripted example. Start your own session to do this.' } },
}

function agrees({ path, body }: HostRequest): boolean {
  const { type, text, answer } = (body ?? {}) as { readonly [name: string]: unknown }
  if (path.startsWith('/api/approvals/')) return answer !== 'deny'
  return type === 'answer' || (type === 'approve' && text === undefined)
}
