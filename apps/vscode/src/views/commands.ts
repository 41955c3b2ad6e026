import { approvalId } from '@convene/domain'
import type { Client } from '@convene/protocol'
import * as vscode from 'vscode'
import { alsoText } from '../approvals/ask-text.ts'
import { castVote, takeTurn } from '../approvals/cast-vote.ts'

type Reach = { client(): Promise<Client>; changed(): void }
type Sent = Promise<{ ok: true } | { ok: false; refusal: { message: string } }>

/** The commands behind buttons and rows. Each answers a pending item. */
export function answerCommands({ client, changed }: Reach): readonly vscode.Disposable[] {
  const tell = async (result: Sent) => {
    const told = await result
    if (!told.ok) void vscode.window.showWarningMessage(told.refusal.message)
    changed()
  }
  return [
    ...votingCommands(client, tell),
    vscode.commands.registerCommand(
      'convene.answerAsk',
      async (session: string, ask: string, answer: Answer, proposal: Proposal = { proposed: '' }) => {
        const more = await moreFor(answer, proposal)
        if (more)
          await tell(
            (await client()).answerApproval({
              id: approvalId(session, ask),
              answer,
              ...more,
            } as never),
          )
      },
    ),
    vscode.commands.registerCommand(
      'convene.answerGate',
      async (session: string, way: GateWay, text = '', gate = '') => {
        const command = await gateCommand(way, text)
        const seen = gate === '' ? {} : { gate }
        if (command) await tell((await client()).command({ id: session, ...command, ...seen } as never))
      },
    ),
    vscode.commands.registerCommand(
      'convene.answerQuestion',
      async (session: string, question: string, answer?: string | null, prompt = '') => {
        const field = { title: 'Your answer', ignoreFocusOut: true, ...(prompt && { prompt }) }
        const text = answer ?? (await vscode.window.showInputBox(field))
        if (text) await tell((await client()).command({ id: session, type: 'answer', text, question }))
      },
    ),
    vscode.commands.registerCommand(
      'convene.sessionCommand',
      async (session: string, type: 'pause' | 'resume' | 'stop') => {
        await tell((await client()).command({ id: session, type }))
      },
    ),
  ]
}

/** The user's own turn in a panel, and their vote in a decision. */
const votingCommands = (
  client: Reach['client'],
  tell: (result: Sent) => Promise<void>,
): readonly vscode.Disposable[] => [
  vscode.commands.registerCommand(
    'convene.takeTurn',
    async (session: string, question: string, options: readonly string[]) => {
      const text = await takeTurn(vscode.window, options)
      if (text) await tell((await client()).command({ id: session, type: 'answer', text, question }))
    },
  ),
  vscode.commands.registerCommand(
    'convene.castVote',
    async (session: string, decision: string, options: readonly string[]) => {
      const vote = await castVote(vscode.window, options)
      if (vote) await tell((await client()).command({ id: session, type: 'vote', decision, ...vote }))
    },
  ),
]

type Answer = 'once' | 'session' | 'always' | 'deny'

/** What a lasting answer would allow. */
type Proposal = { readonly proposed: string; readonly also?: readonly string[] }

/** Shows a pattern with everything it covers before it is allowed permanently, so that the user can narrow it. */
async function moreFor(
  answer: Answer,
  { proposed, also = [] }: Proposal,
): Promise<{ pattern?: string; reason?: string } | undefined> {
  if (answer === 'once') return {}
  if (answer === 'deny') {
    const reason = await vscode.window.showInputBox({ title: 'Reason (the agent will see it)', ignoreFocusOut: true })
    return reason === undefined ? undefined : reason === '' ? {} : { reason }
  }
  if (answer === 'session') return {}
  const prompt = alsoText(also)
  const pattern = await vscode.window.showInputBox({
    title: 'Always allow this',
    value: proposed,
    ...(prompt && { prompt }),
    ignoreFocusOut: true,
  })
  return pattern === undefined || pattern === '' ? undefined : { pattern }
}

type GateWay = 'approve' | 'ask' | 'edit' | 'reject'

async function gateCommand(way: GateWay, text: string): Promise<object | undefined> {
  if (way === 'approve') return { type: 'approve' }
  if (way === 'ask') return { type: 'approve', ask: true }
  if (way === 'reject') {
    const feedback = await vscode.window.showInputBox({ title: 'What should change?', ignoreFocusOut: true })
    return feedback ? { type: 'reject', feedback } : undefined
  }
  const document = await vscode.workspace.openTextDocument({ content: text, language: 'markdown' })
  await vscode.window.showTextDocument(document)
  const done = await vscode.window.showInformationMessage('Edit the text, then approve it.', 'Approve', 'Cancel')
  return done === 'Approve' ? { type: 'approve', text: document.getText() } : undefined
}
