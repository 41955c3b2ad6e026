import { readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { type Answer, type Command, cleanLine, type Result, refuse, type SessionId } from '@convene/domain'
import {
  findByPrefix,
  findSession,
  patternProblem,
  pendingIn,
  proposedAlways,
  rememberAlways,
  shortId,
  type Waiting,
} from '@convene/host'
import type { Input } from '../command-line/input.ts'
import type { Program } from '../program.ts'
import { inForeground } from '../run/foreground.ts'
import { asStarted } from '../terminal/as-started.ts'

const answers: readonly Answer[] = ['once', 'session', 'always', 'deny']

/** `convene approvals answer`: a person's word on one ask. The run goes on where it is owned, or with `--resume` here. */
export async function answerApproval(program: Program, input: Input): Promise<number> {
  const [part = '', word = ''] = input.words
  const answer = answers.find((each) => each === word)
  if (!answer)
    return program.refuse({ code: 'bad_answer', message: `"${word}" is no answer. Answers: ${answers.join(', ')}.` })
  const found = await findByPrefix(program, part)
  if (!found.ok) return program.refuse(found.refusal)
  const command = commandFor(found.value, answer, input)
  if ('refusal' in command) return program.refuse(command.refusal)
  return input.flag('resume') ? goOn(program, input, found.value, command) : record(program, found.value, command)
}

type Permit = Extract<Command, { type: 'permit' }>

function commandFor(
  { pending }: Waiting,
  answer: Answer,
  input: Input,
): Permit | { refusal: { code: string; message: string } } {
  const reason = input.text('reason')
  const given = input.text('pattern')
  const refuse = (message: string) => ({ refusal: { code: 'bad_answer', message } })
  if (pending.kind !== 'ask') return refuse('It is a question: answer it with convene answer.')
  if (given !== undefined && answer !== 'session' && answer !== 'always')
    return refuse('--pattern goes with session or always.')
  if (reason !== undefined && answer !== 'deny') return refuse('--reason goes with deny.')
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

async function record(program: Program, waiting: Waiting, command: Permit): Promise<number> {
  const { session } = waiting
  const engine = await program.engine()
  const refusal = await engine.send(session.id, command)
  if (refusal) return program.refuse(refusal)
  const next = (await isTakenUp(program, session.id))
    ? 'The run continues in another process.'
    : `Continue the run with: convene resume ${shortId(session.id)}`
  program.terminal.err.write(`${said(waiting, command)} ${asStarted(program.terminal, next)}\n`)
  return keep(program, waiting, command)
}

/** A process that waits at this ask has let go of the session, and looks for answers a few times a second. */
const TAKEN_UP_MS = 1_500
const LOOK_MS = 100

/** Whether another process goes on with the session, now that it was answered. */
async function isTakenUp(program: Program, session: SessionId): Promise<boolean> {
  const { log, ownership } = await program.store()
  const answered = await log.head(session)
  for (const until = program.now() + TAKEN_UP_MS; program.now() < until; ) {
    if ((await ownership.owned(session)) || (await log.head(session)) > answered) return true
    await setTimeout(LOOK_MS)
  }
  return false
}

/** What was allowed, as the rule that holds from now on. */
function said({ pending }: Waiting, { answer, pattern }: Permit): string {
  if (answer === 'deny' || pending.kind !== 'ask') return 'Denied.'
  const rule = cleanLine(pattern ?? pending.ask.proposed)
  return { once: 'Allowed once.', session: `Allowed in this session: ${rule}.`, always: `Allowed always: ${rule}.` }[
    answer
  ]
}

async function goOn(program: Program, input: Input, waiting: Waiting, command: Permit): Promise<number> {
  const { session } = waiting
  const engine = await program.engine()
  const refusal = await engine.send(session.id, command)
  if (refusal) return program.refuse(refusal)
  await keep(program, waiting, command)
  return inForeground(program, input, { session: session.id, before: session, recall: true })
}

async function keep(program: Program, { pending, session }: Waiting, { answer, pattern }: Permit): Promise<number> {
  if (answer !== 'always' || pending.kind !== 'ask') return 0
  const { ask } = pending
  const kept = await rememberAlways(program, ask, pattern ?? ask.proposed, session.workspace)
  program.terminal.err.write(`${cleanLine(kept)}
`)
  return 0
}

/** `convene approve`: lets what stands at the gate of a run pass, as it is or as a file says; the run goes on here. */
export async function approveGate(program: Program, input: Input): Promise<number> {
  const [part = ''] = input.words
  const file = input.text('edit')
  const text = file === undefined ? undefined : await readText(file)
  if (text !== undefined && !text.ok) return program.refuse(text.refusal)
  const ask = input.flag('ask')
  const command = { type: 'approve', by: 'user', ...(text && { text: text.value }), ...(ask && { ask }) } as const
  return atGate(program, input, part, command)
}

/** `convene reject`: sends what stands at the gate back, with what should be different; the run goes on here. */
export async function rejectGate(program: Program, input: Input): Promise<number> {
  const [part = '', feedback = ''] = input.words
  if (feedback.trim() === '')
    return program.refuse({ code: 'bad_answer', message: 'Say what should be different, or nobody can do better.' })
  return atGate(program, input, part, { type: 'reject', feedback, by: 'user' })
}

async function atGate(program: Program, input: Input, part: string, command: Command): Promise<number> {
  const found = await findSession(program, part)
  if (!found.ok) return program.refuse(found.refusal)
  const before = await (await program.engine()).state(found.value)
  const waits = before && pendingIn(before).some((each) => each.kind === 'question' && each.question.gate !== null)
  if (!waits) return refuseIllegal(program, found.value, command)
  return inForeground(program, input, { session: found.value, before, command, recall: true })
}

/** Sends even a command that the state does not allow: the log then shows that it was tried, as it does over HTTP. */
async function refuseIllegal(program: Program, session: SessionId, command: Command): Promise<number> {
  const refusal = await (await program.engine()).send(session, command)
  const message = refusal?.message ?? 'Nothing was changed.'
  const hint = '`convene approvals` lists what waits for you.'
  return program.refuse({ code: refusal?.code ?? 'illegal_command', message: `${message} ${hint}` })
}

async function readText(file: string): Promise<Result<string>> {
  try {
    return { ok: true, value: await readFile(file, 'utf8') }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return refuse('bad_file', `The file with the edited text cannot be read: ${why}`)
  }
}

/** `convene answer`: to the question that a run waits at; the run goes on here. */
export async function answerQuestion(program: Program, input: Input): Promise<number> {
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
  return inForeground(program, input, { session: found.value, before, command, recall: true })
}
