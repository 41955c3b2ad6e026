import type { Event, RunRequest } from '@convene/domain'
import type { Client } from '@convene/protocol'
import * as vscode from 'vscode'
import { followRun } from '../run/follow-run.ts'

type Parts = { client(): Promise<Client>; workspace(): string; runOptions(mode?: string): Promise<RunRequest> }

/** `convene_ask`: lets other agents in the editor ask a team. The team only reads and asks for no approvals. */
export const askTool = ({ client, workspace, runOptions }: Parts): vscode.LanguageModelTool<object> => ({
  prepareInvocation: async ({ input }) => {
    const { confirmationOf, readToolQuestion: readQuestion } = await import('./question.ts')
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
    const { readToolQuestion: readQuestion, sessionFor } = await import('./question.ts')
    const wanted = readQuestion(input)
    if (!wanted.ok) throw new Error(wanted.why)
    const connected = await client()
    // Nobody could take a seat here: the run is not interactive.
    const options = await runOptions()
    const created = await connected.createSession(sessionFor(wanted, workspace(), options))
    if (!created.ok) throw new Error(created.refusal.message)
    const answer = await answerIn(connected, created.value.id, token)
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(answer)])
  },
})

/** The session's answer, once its run has ended. */
async function answerIn(client: Client, session: string, token: vscode.CancellationToken): Promise<string> {
  const events: Event[] = []
  await followRun({ client, session, after: 0, token }, { events: (batch) => void events.push(...batch) })
  const { answerText } = await import('./answer-text.ts')
  const answer = answerText(session, events)
  if (!answer) throw new Error(`The team has not finished. Session ${session} has what it found so far.`)
  return answer
}
