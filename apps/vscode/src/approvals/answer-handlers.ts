import { approvalId } from '@convene/domain'
import type { Client } from '@convene/protocol'
import * as vscode from 'vscode'
import { answerOnce, type OnceOnly } from './answer-once.ts'
import { alsoText } from './ask-text.ts'
import { castVote, takeTurn } from './cast-vote.ts'
import { decideText, editText, type TextTab } from './edit-text.ts'

export type AnswerReach = {
  client(): Promise<Client>
  changed(): void
  /** An item of this session was answered here. */
  answered(session: string): void
}

/** What the commands behind buttons and rows do, by their names. Each answers a pending item. */
export function answerHandlers({ client, changed, answered }: AnswerReach) {
  const inform = (text: string) => void vscode.window.showInformationMessage(text)
  const warn = (text: string) => void vscode.window.showWarningMessage(text)
  const answer = answerOnce({ client, changed, answered, inform, warn })
  return {
    'convene.answerAsk': answerAsk(answer),
    'convene.answerGate': answerGate(answer),
    'convene.answerQuestion': answerQuestion(answer),
    'convene.takeTurn': takeOwnTurn(answer),
    'convene.castVote': castOwnVote(answer),
    'convene.text.approve': (at?: vscode.Uri) => decideText(at, 'approve'),
    'convene.text.discard': (at?: vscode.Uri) => decideText(at, 'discard'),
    'convene.sessionCommand': async (session: string, type: 'pause' | 'resume' | 'stop') => {
      const told = await (await client()).command({ id: session, type })
      if (!told.ok) warn(told.refusal.message)
      changed()
    },
  } as const
}

type Answer = 'once' | 'session' | 'always' | 'deny'

/** What a lasting answer would allow. */
type Proposal = { readonly proposed: string; readonly also?: readonly string[] }

const answerAsk =
  (answer: OnceOnly) =>
  (session: string, ask: string, way: Answer, proposal: Proposal = { proposed: '' }) =>
    answer({
      session,
      item: { kind: 'ask', id: ask },
      button: way,
      input: () => moreFor(way, proposal),
      send: (client, more) =>
        client.answerApproval({ id: approvalId(session, ask), answer: way, ...more } as Parameters<
          Client['answerApproval']
        >[0]),
    })

const answerQuestion =
  (answer: OnceOnly) =>
  (session: string, question: string, given?: string | null, prompt = '') =>
    answer({
      session,
      item: { kind: 'question', id: question },
      button: given ?? '',
      input: async () => {
        const field = { title: 'Your answer', ignoreFocusOut: true, ...(prompt && { prompt }) }
        return (given ?? (await vscode.window.showInputBox(field))) || undefined
      },
      send: (client, text) => client.command({ id: session, type: 'answer', text, question }),
    })

/** The user's own turn in a panel. */
const takeOwnTurn = (answer: OnceOnly) => (session: string, question: string, options: readonly string[]) =>
  answer({
    session,
    item: { kind: 'question', id: question },
    button: '',
    input: () => takeTurn(vscode.window, options),
    send: (client, text) => client.command({ id: session, type: 'answer', text, question }),
  })

/** Their vote in a decision. */
const castOwnVote = (answer: OnceOnly) => (session: string, decision: string, options: readonly string[]) =>
  answer({
    session,
    item: { kind: 'vote', id: decision, options },
    button: '',
    input: () => castVote(vscode.window, options),
    send: (client, vote) => client.command({ id: session, type: 'vote', decision, ...vote }),
  })

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

function answerGate(answer: OnceOnly) {
  const tabs = new Map<string, TextTab>()
  return async (session: string, way: GateWay, text = '', gate = '') => {
    const open = tabs.get(gate)
    // Its tab may be behind others.
    if (way === 'edit' && open) return open.show()
    let tab: TextTab | undefined
    const edited = async () => {
      tab ??= await editText(text)
      tabs.set(gate, tab)
      return editedIn(tab)
    }
    const isSent = await answer({
      session,
      item: { kind: 'gate', id: gate },
      button: way,
      // A text that cannot be used stays in its tab.
      repeats: way === 'edit',
      input: way === 'edit' ? edited : () => commandFor(way),
      send: (client, command) => client.command({ id: session, ...command, gate }),
    })
    if (tab) tabs.delete(gate)
    if (isSent) await tab?.close()
  }
}

type GateCommand =
  | { readonly type: 'approve'; readonly ask?: boolean; readonly text?: string }
  | { readonly type: 'reject'; readonly feedback: string }

async function commandFor(way: Exclude<GateWay, 'edit'>): Promise<GateCommand | undefined> {
  if (way === 'approve') return { type: 'approve' }
  if (way === 'ask') return { type: 'approve', ask: true }
  const feedback = await vscode.window.showInputBox({ title: 'What should change?', ignoreFocusOut: true })
  return feedback ? { type: 'reject', feedback } : undefined
}

/** The text as the user has edited it. */
async function editedIn(tab: TextTab): Promise<GateCommand | undefined> {
  const text = await tab.approved()
  if (text !== undefined) return { type: 'approve', text }
  await tab.close()
  return undefined
}
