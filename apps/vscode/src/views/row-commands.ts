import type { ListedSessionRow, PendingView } from '@convene/protocol'
import * as vscode from 'vscode'

/** Menu commands of a row, and the command each one runs. */
const pending: { readonly [command: string]: (row: PendingView) => readonly unknown[] } = {
  'convene.row.allow': ({ session, ask }) => ['convene.answerAsk', session, ask?.id, 'once'],
  'convene.row.allowAlways': ({ session, ask }) => ['convene.answerAsk', session, ask?.id, 'always', ask],
  'convene.row.deny': ({ session, ask }) => ['convene.answerAsk', session, ask?.id, 'deny'],
  'convene.row.approve': ({ session, question }) => ['convene.answerGate', session, 'approve', '', question?.id],
  'convene.row.approveAsking': ({ session, question }) => ['convene.answerGate', session, 'ask', '', question?.id],
  'convene.row.edit': ({ session, question }) => ['convene.answerGate', session, 'edit', question?.text, question?.id],
  'convene.row.reject': ({ session, question }) => ['convene.answerGate', session, 'reject', '', question?.id],
  'convene.row.takeTurn': ({ session, question }) => ['convene.takeTurn', session, question?.id, question?.options],
  'convene.row.vote': ({ session, vote }) => ['convene.castVote', session, vote?.decision, vote?.options],
  'convene.row.answer': ({ session, question }) => [
    'convene.answerQuestion',
    session,
    question?.id,
    null,
    question?.question,
  ],
}

const sessions: { readonly [command: string]: (row: ListedSessionRow) => readonly unknown[] } = {
  'convene.row.pause': ({ id }) => ['convene.sessionCommand', id, 'pause'],
  'convene.row.resume': ({ id }) => ['convene.sessionCommand', id, 'resume'],
  'convene.row.stop': ({ id }) => ['convene.sessionCommand', id, 'stop'],
}

/** Registers the row menu commands, the same ones as behind chat buttons. */
export const rowCommands = (): readonly vscode.Disposable[] => [
  ...Object.entries(pending).map(([name, given]) => registered(name, given)),
  ...Object.entries(sessions).map(([name, given]) => registered(name, given)),
]

const registered = <Row>(name: string, given: (row: Row) => readonly unknown[]): vscode.Disposable =>
  vscode.commands.registerCommand(name, (row: Row) => {
    const [command, ...rest] = given(row)
    return vscode.commands.executeCommand(command as string, ...rest)
  })
