import type { Client } from '@convene/protocol'
import * as vscode from 'vscode'
import { confirmationOf, readQuestion, sessionFor } from './question.ts'

type Parts = { client(): Promise<Client>; workspace(): string }

/** `convene_ask`: lets other agents in the editor ask a team. The team only reads and asks for no approvals. */
export const askTool = ({ client, workspace }: Parts): vscode.LanguageModelTool<object> => ({
  prepareInvocation: ({ input }) => {
    const wanted = readQuestion(input)
    return {
      invocationMessage: 'A Convene team is working',
      confirmationMessages: {
        title: 'Ask a team of agents?',
        message: wanted.ok ? confirmationOf(wanted) : wanted.why,
      },
    }
  },
  invoke: async ({ input }, token) => {
    const wanted = readQuestion(input)
    if (!wanted.ok) throw new Error(wanted.why)
    const connected = await client()
    const created = await connected.createSession(sessionFor(wanted, workspace()))
    if (!created.ok) throw new Error(created.refusal.message)
    const summary = await ended(connected, created.value.id, token)
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(summary)])
  },
})

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
