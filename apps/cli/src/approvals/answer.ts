import { readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import {
  type Answer,
  type Command,
  cleanLine,
  grantsOf,
  isPaused,
  type Result,
  refuse,
  type Session,
  type SessionId,
  spelledLine,
} from '@convene/domain'
import {
  type FoundPending,
  findByPrefix,
  findSession,
  patternProblem,
  pendingIn,
  proposedAlways,
  rememberAlways,
  shortId,
  withFirstAnswer,
} from '@convene/host'
import { scopeText } from '@convene/reading'
import { otherWay } from '../asking/how-to-answer.ts'
import type { Input } from '../command-line/input.ts'
import { type CliProgram, elsewhere } from '../program.ts'
import { inForeground } from '../run/foreground.ts'

const answers: readonly Answer[] = ['once', 'session', 'always', 'deny']

/** `convene approvals answer`: answers one ask. The run continues in its owner's process, or here with `--resume`. */
export async function answerApproval(program: CliProgram, input: Input): Promise<number> {
  const [part = '', word = ''] = input.words
  const answer = answers.find((each) => each === word)
  if (!answer)
    return program.refuse({
      code: 'bad_answer',
      message: `Invalid answer "${word}". Use one of: ${answers.join(', ')}.`,
    })
  const found = await findByPrefix(program, part)
  if (!found.ok) return program.refuse(found.refusal)
  const command = commandFor(found.value, answer, input)
  if ('refusal' in command) return program.refuse(command.refusal)
  return input.flag('resume') ? goOn(program, input, found.value, command) : record(program, found.value, command)
}

type Permit = Extract<Command, { type: 'permit' }>

function commandFor(
  waiting: FoundPending,
  answer: Answer,
  input: Input,
): Permit | { refusal: { code: string; message: string } } {
  const { pending } = waiting
  const reason = input.text('reason')
  const given = input.text('pattern')
  const refuse = (message: string) => ({ refusal: { code: 'bad_answer', message } })
  if (pending.kind !== 'ask') return refuse(otherWay(waiting))
  if (given !== undefined && answer !== 'session' && answer !== 'always')
    return refuse('--pattern works only with session or always.')
  if (reason !== undefined && answer !== 'deny') return refuse('--reason works only with deny.')
  const problem = given === undefined ? undefined : patternProblem(pending.ask, given)
  if (problem) return refuse(`--pattern ${given}: ${problem}`)
  const pattern = given ?? (answer === 'always' ? proposedAlways(pending.ask) : undefined)
  return {
    type: 'permit',
    ask: pending.ask.ask,
    answer,
    by: 'user',
    ...(pattern !== undefined && { pattern }),
    ...(reason !== undefined && { reason }),
  }
}

async function record(program: CliProgram, waiting: FoundPending, command: Permit): Promise<number> {
  const { session } = waiting
  const engine = await program.engine()
  const refusal = await engine.send(session.id, command)
  if (refusal) return program.refuse(await withFirstAnswer(program, session.id, command, refusal))
  const next = (await isTakenUp(program, session.id))
    ? `The run continues ${elsewhere(program)}.`
    : `Continue the run with: convene resume ${shortId(session.id)}`
  program.terminal.err.write(`${said(waiting, command)} ${next}\n`)
  return keep(program, waiting, command)
}

/** A process waiting for this answer has released the session and polls a few times per second. */
const TAKEN_UP_MS = 1_500
const LOOK_MS = 100

/** Whether another process has continued the session after the answer. */
async function isTakenUp(program: CliProgram, session: SessionId): Promise<boolean> {
  const { log, ownership } = await program.store()
  const answered = await log.head(session)
  for (const until = program.now() + TAKEN_UP_MS; program.now() < until; ) {
    if ((await ownership.owned(session)) || (await log.head(session)) > answered) return true
    await setTimeout(LOOK_MS)
  }
  return false
}

/** What was allowed: every rule that the answer grants. */
function said({ pending }: FoundPending, { answer, pattern }: Permit): string {
  if (answer === 'deny' || pending.kind !== 'ask') return 'Denied.'
  const rules = grantsOf(pending.ask, pattern).map(spelledLine).join(', ')
  return `${scopeText(answer, rules)}.`
}

async function goOn(program: CliProgram, input: Input, waiting: FoundPending, command: Permit): Promise<number> {
  const { session } = waiting
  const engine = await program.engine()
  const refusal = await engine.send(session.id, command)
  if (refusal) return program.refuse(await withFirstAnswer(program, session.id, command, refusal))
  await keep(program, waiting, command)
  return inForeground(program, input, { session: session.id, before: session, recall: true })
}

async function keep(
  program: CliProgram,
  { pending, session }: FoundPending,
  { answer, pattern }: Permit,
): Promise<number> {
  // A server saves the rule in its own settings.
  if (answer !== 'always' || pending.kind !== 'ask' || program.remote) return 0
  const { ask } = pending
  const kept = await rememberAlways(program, ask, pattern ?? ask.proposed, session.workspace)
  program.terminal.err.write(`${cleanLine(kept)}
`)
  return 0
}

/** `convene approve`: approves the pending topic or plan, unchanged or edited in a file, and continues the run here. */
export async function approveGate(program: CliProgram, input: Input): Promise<number> {
  const [part = ''] = input.words
  const file = input.text('edit')
  const text = file === undefined ? undefined : await readText(file)
  if (text !== undefined && !text.ok) return program.refuse(text.refusal)
  const ask = input.flag('ask')
  const given = { ...(text && { text: text.value }), ...(ask && { ask }), ...gateOf(input) }
  return atGate(program, input, part, { type: 'approve', by: 'user', ...given })
}

/** `convene reject`: sends the pending topic or plan back with feedback, and continues the run here. */
export async function rejectGate(program: CliProgram, input: Input): Promise<number> {
  const [part = '', feedback = ''] = input.words
  if (feedback.trim() === '')
    return program.refuse({ code: 'bad_answer', message: 'The feedback is empty. Say what should change.' })
  return atGate(program, input, part, { type: 'reject', feedback, by: 'user', ...gateOf(input) })
}

/** The version that the user means, if they say so. */
function gateOf(input: Input): { readonly gate?: string } {
  const gate = input.text('gate')
  return gate === undefined ? {} : { gate }
}

async function atGate(program: CliProgram, input: Input, part: string, command: Command): Promise<number> {
  const found = await findSession(program, part)
  if (!found.ok) return program.refuse(found.refusal)
  const before = await (await program.engine()).state(found.value)
  const waits = before && pendingIn(before).some((each) => each.kind === 'question' && each.question.gate !== null)
  if (!waits) return refuseIllegal(program, found.value, command)
  return continueWith(program, input, { session: found.value, before, command })
}

/** Gives the answer and continues the run here, even if it was paused: an answer means that it should continue. */
async function continueWith(
  program: CliProgram,
  input: Input,
  { session, before, command }: { session: SessionId; before: Session | undefined; command: Command },
): Promise<number> {
  if (!before || !isPaused(before)) return inForeground(program, input, { session, before, command, recall: true })
  const refusal = await (await program.engine()).send(session, command)
  if (refusal) return program.refuse(refusal)
  return inForeground(program, input, { session, before, command: { type: 'resume' }, recall: true })
}

/** Sends the command even though the state does not allow it, so the log records the attempt, as it does over HTTP. */
async function refuseIllegal(program: CliProgram, session: SessionId, command: Command): Promise<number> {
  const given = await (await program.engine()).send(session, command)
  const refusal = given && (await withFirstAnswer(program, session, command, given))
  const message = refusal?.message ?? 'Nothing was changed.'
  const hint = '`convene approvals` lists what is waiting for you.'
  return program.refuse({ code: refusal?.code ?? 'illegal_command', message: `${message} ${hint}` })
}

async function readText(file: string): Promise<Result<string>> {
  try {
    return { ok: true, value: await readFile(file, 'utf8') }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return refuse('bad_file', `Cannot read the edited text: ${why}`)
  }
}

/** `convene answer`: answers a pending question and continues the run here. */
export async function answerQuestion(program: CliProgram, input: Input): Promise<number> {
  const [part = '', text = ''] = input.words
  const found = await findSession(program, part)
  if (!found.ok) return program.refuse(found.refusal)
  const engine = await program.engine()
  const before = await engine.state(found.value)
  const questions = before
    ? pendingIn(before).filter((each) => each.kind === 'question' && each.question.gate === null)
    : []
  if (text.trim() === '') return program.refuse({ code: 'bad_answer', message: 'The answer is empty.' })
  if (questions.length === 0) return refuseIllegal(program, found.value, { type: 'answer', text, by: 'user' })
  const [oldest] = questions
  const picked =
    oldest?.kind === 'question' && /^\d{1,2}$/u.test(text) ? oldest.question.options[Number(text) - 1] : undefined
  const command: Command = { type: 'answer', text: picked ?? text, ...(oldest && { question: oldest.id }), by: 'user' }
  return continueWith(program, input, { session: found.value, before, command })
}
