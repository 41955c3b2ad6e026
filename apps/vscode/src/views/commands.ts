import * as vscode from 'vscode'
import type { AnswerReach, answerHandlers } from '../approvals/answer-handlers.ts'

type Handlers = ReturnType<typeof answerHandlers>

const names: readonly (keyof Handlers)[] = [
  'convene.answerAsk',
  'convene.answerGate',
  'convene.answerQuestion',
  'convene.takeTurn',
  'convene.castVote',
  'convene.text.approve',
  'convene.text.discard',
  'convene.sessionCommand',
]

/** The commands behind buttons and rows, loaded with the first press to keep the editor's start fast. */
export function answerCommands(reach: AnswerReach): readonly vscode.Disposable[] {
  let loading: Promise<Handlers> | undefined
  const load = async () => (await import('../approvals/answer-handlers.ts')).answerHandlers(reach)
  return names.map((name) =>
    vscode.commands.registerCommand(name, async (...given: readonly unknown[]) => {
      loading ??= load()
      const handle = (await loading)[name] as (...given: readonly unknown[]) => unknown
      return handle(...given)
    }),
  )
}
