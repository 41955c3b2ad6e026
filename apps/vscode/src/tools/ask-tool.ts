import type { Client } from '@convene/protocol'
import * as vscode from 'vscode'
import { usualMembers } from '../chat/wish.ts'
import { readQuestion } from './question.ts'

type Parts = { client(): Promise<Client>; workspace(): string }

/** `convene_ask`: lets other agents of the editor put a team on a question. It changes nothing, and asks nobody. */
export const askTool = ({ client, workspace }: Parts): vscode.LanguageModelTool<object> => ({
  prepareInvocation: ({ input }) => {
    const wanted = readQuestion(input)
    return {
      invocationMessage: 'A Convene team is at work',
      confirmationMessages: {
        title: 'Put a team of agents on it?',
        message: wanted.ok ? wanted.question : 'The question cannot be read.',
      },
    }
  },
  invoke: async ({ input }, token) => {
    const wanted = readQuestion(input)
    if (!wanted.ok) throw new Error(wanted.why)
    const { question: goal, mode, team } = wanted
    const connected = await client()
    const created = await connected.createSession({
      goal,
      workspace: workspace(),
      yes: true,
      interactive: false,
      ...(team ? { team } : workersOf(mode)),
      ...(team && mode && { mode }),
    })
    if (!created.ok) throw new Error(created.refusal.message)
    const summary = await ended(connected, created.value.id, token)
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(summary)])
  },
})

/** Independent answers of several, unless another way was asked for. */
const workersOf = (mode = 'broadcast') => (mode === 'broadcast' ? { mode, agents: [...usualMembers] } : { mode })

function ended(client: Client, session: string, token: vscode.CancellationToken): Promise<string> {
  return new Promise((resolve) => {
    token.onCancellationRequested(() => void client.command({ id: session, type: 'stop' }))
    const unfollow = client.follow(session, 0, {
      events: (events) => {
        const last = events.find(({ type }) => type === 'run.finished')
        if (!last) return
        unfollow()
        const { summary, state } = last.data as { summary: string; state: string }
        resolve(`${summary}\n\n(session ${session}, ${state})`)
      },
    })
  })
}
