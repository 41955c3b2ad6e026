import {
  cleanLine,
  emptySession,
  isActive,
  type Result,
  refuse,
  type Session,
  type SessionId,
  toArray,
} from '@convene/domain'
import { findSession, refuseWorkspace, waitsForAnswers } from '@convene/host'
import type { Input } from '../command-line/input.ts'
import { dueReminder } from '../decisions/due.ts'
import type { Verbosity } from '../live-view/view.ts'
import type { CliProgram } from '../program.ts'
import { whatNextLines } from '../run/what-next.ts'
import { act } from './act.ts'
import { ChatConversation } from './conversation.ts'
import { startChatRun } from './start-run.ts'

/** `convene chat`: an interactive terminal for a new or an existing session. */
export async function chatCommand(program: CliProgram, input: Input): Promise<number> {
  const { terminal } = program
  if (!(terminal.canAsk && terminal.out.isTerminal)) return program.refuse(NO_TERMINAL)
  const refusal = refuseWorkspace(program.workspace)
  if (refusal) return program.refuse(refusal)
  const [word = ''] = input.words
  const place = await placeOf(program, word.trim())
  if (!place.ok) return program.refuse(place.refusal)
  const { session, goal } = place.value
  const verbosity = (input.text('verbosity') as Verbosity | undefined) ?? (await program.settings()).settings.verbosity
  const conversation = new ChatConversation({
    program,
    verbosity,
    session,
    history: historyOf(session),
    act: (chat, line) => act(chat, line, input),
  })
  const deafen = program.interrupts.listen((interrupt) => conversation.interrupt(interrupt))
  const begin = () =>
    goal === undefined
      ? continueIn(program, conversation, session)
      : startChatRun(conversation, input, { goal, choice: {}, isNew: true })
  const code = await conversation.start(begin).finally(deafen)
  const state = conversation.composer.session
  if (state.run) terminal.out.write(`${whatNextLines(state, terminal.out.style, terminal).join('\n')}\n`)
  return code
}

const NO_TERMINAL = {
  code: 'no_terminal',
  message: 'A chat needs a terminal to type in. In a script, use: convene run "<goal>"',
}

type Start = { readonly session: Session; readonly goal?: string }

/** One word names a session, several are a goal: a misspelt id must not start a run. */
async function placeOf(program: CliProgram, word: string): Promise<Result<Start>> {
  const fresh = async () => emptySession((await program.ids()).next() as SessionId)
  if (word === '') return { ok: true, value: { session: await fresh() } }
  if (/\s/u.test(word)) return { ok: true, value: { session: await fresh(), goal: word } }
  const found = await findSession(program, word)
  if (!found.ok) return refuse(found.refusal.code, `${found.refusal.message} A goal has more than one word.`)
  const session = await (await program.engine()).state(found.value)
  return session ? { ok: true, value: { session } } : refuse('session_not_found', `No session "${word}".`)
}

/** Watches runs in other processes, and asks what is pending. An interrupted run continues only if the user says so. */
async function continueIn(program: CliProgram, conversation: ChatConversation, session: Session): Promise<void> {
  if (!session.run) return remind(program, conversation)
  const { ownership } = await program.store()
  if (waitsForAnswers(session) || (await ownership.owned(session.id)))
    return conversation.drive({ session: session.id })
  if (isActive(session)) conversation.notice('This run was interrupted. /resume continues it.')
  if (session.run.finished) conversation.notice('This run has ended. /result shows its result.')
}

/** A new conversation begins with the decision that is due, if there is one. */
async function remind(program: CliProgram, conversation: ChatConversation): Promise<void> {
  const due = await dueReminder(program, '/outcome')
  if (due !== undefined) conversation.notice(due)
}

const historyOf = ({ messages }: Session): readonly string[] =>
  toArray(messages).flatMap(({ author, text }) => (author === 'user' ? [cleanLine(text)] : []))
