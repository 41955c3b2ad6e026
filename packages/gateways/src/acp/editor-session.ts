import { type Command, modes, type Result, type Session, type SessionId } from '@convene/domain'
import { isSessionInterrupted, type PendingAnswer, type Program, pendingAnswers, prepareTeam } from '@convene/host'
import { runState, runStateFacts } from '@convene/reading'
import { type EditorChoices, requestedBy } from './choices.ts'

/** What the agent was started with. */
export type EditorDefaults = {
  readonly chosen: EditorChoices
  readonly allow: readonly string[]
  readonly readOnly: boolean
}

/** A session that is open in an editor. The log begins with the first prompt. */
export type EditorSession = {
  readonly id: SessionId
  readonly program: Program
  chosen: EditorChoices
  /** Cancels the current prompt, and resolves once it has ended. Undefined if there is none. */
  stop: (() => Promise<void>) | undefined
  /** What the editor offers but cannot be used. Shown with the next run. */
  notes: readonly string[]
}

/** Something to do in the session, or something to say at once. */
export type PromptMeaning =
  | { readonly command: Command; readonly warnings: readonly string[] }
  | { readonly say: string }

/** What a prompt means, given the session's state. */
export async function wantedBy(
  session: EditorSession,
  defaults: EditorDefaults,
  text: string,
): Promise<Result<PromptMeaning>> {
  const state = await (await session.program.engine()).state(session.id)
  const [, word = '', rest = ''] = /^\/(\w+)\s*([\s\S]*)$/u.exec(text.trim()) ?? []
  const pending = state ? pendingAnswers(state).find(({ kind }) => kind === 'question') : undefined
  const answer = answerTo(pending, word, rest, text)
  if (answer) return { ok: true, value: answer }
  if (word === 'status') return { ok: true, value: { say: await statusOf(session.program, state) } }
  if (word === 'pause' && state) return { ok: true, value: { command: { type: 'pause' }, warnings: [] } }
  const chosen = chosenBy(word, rest, session.chosen)
  if (chosen) return started(session, defaults, state, chosen)
  if (!state) return started(session, defaults, state, { chosen: session.chosen, goal: text })
  if (state.run?.phase === 'paused') await (await session.program.engine()).send(session.id, { type: 'message', text })
  return { ok: true, value: { command: continuing(state, text), warnings: [] } }
}

const continuing = ({ run }: Session, text: string): Command =>
  run?.phase === 'paused' ? { type: 'resume' } : { type: 'message', text }

/** The user's reply to a question or a gate. Only `/approve` passes a gate. */
function answerTo(
  pending: PendingAnswer | undefined,
  word: string,
  rest: string,
  text: string,
): PromptMeaning | undefined {
  if (pending?.kind !== 'question') return undefined
  const { id, gate } = pending.question
  if (gate === null) return { command: { type: 'answer', text, question: id, by: 'user' }, warnings: [] }
  if (word === 'approve') return { command: { type: 'approve', gate: id, by: 'user' }, warnings: [] }
  if (word === 'reject' && rest.trim() !== '')
    return { command: { type: 'reject', feedback: rest, gate: id, by: 'user' }, warnings: [] }
  if (['status', 'pause'].includes(word)) return undefined
  return { say: `The ${gate} is waiting for you. Use /approve, or /reject and say what should change.` }
}

/** A run that the editor's user wants. */
type Wish = { readonly goal: string; readonly chosen: EditorChoices }

/** `/panel GOAL` starts a run in that mode with the chosen team. `/team NAME GOAL` uses that team in its own mode. */
function chosenBy(word: string, rest: string, chosen: EditorChoices): Wish | undefined {
  if (Object.hasOwn(modes, word) && rest.trim() !== '') return { chosen: { ...chosen, mode: word }, goal: rest.trim() }
  const [, team = '', goal = ''] = (word === 'team' && /^(\S+)\s+([\s\S]+)$/u.exec(rest.trim())) || []
  return goal === '' ? undefined : { chosen: { ...chosen, team, mode: '' }, goal }
}

async function started(
  session: EditorSession,
  { allow, readOnly }: EditorDefaults,
  state: Session | undefined,
  { goal, chosen }: Wish,
): Promise<Result<PromptMeaning>> {
  const { program, notes } = session
  const caller = { program, by: 'acp', allowChanges: !readOnly } as const
  const prepared = await prepareTeam(caller, {
    ...requestedBy(chosen),
    allow,
    interactive: true,
    directory: program.workspace,
    after: state?.run ?? null,
  })
  if (!prepared.ok) return prepared
  session.notes = []
  const { start, warnings, advice } = prepared.value
  const asked = { goal, run: start }
  const command: Command = state
    ? { type: 'run', ...asked }
    : { type: 'create', workspace: program.workspace, ...asked }
  return { ok: true, value: { command, warnings: [...notes, ...warnings, ...(advice ? [advice] : [])] } }
}

async function statusOf(program: Program, state: Session | undefined): Promise<string> {
  if (!state?.run) return 'Nothing has been asked yet.'
  const interrupted = await isSessionInterrupted(program, state.id)
  return `${state.run.mode}: ${runState(runStateFacts(state, interrupted)).word}.`
}
