import { type Command, type Session, type SessionId, wantedText } from '@convene/domain'
import { type Drive, type PendingAnswer, type Program, pendingAnswers, permitFor, waitsForAnswers } from '@convene/host'
import { ConveneError } from './error.ts'
import type { PermissionAsk, Question, RunOptions } from './types.ts'

export type Callbacks = Pick<RunOptions, 'onAsk' | 'onQuestion'>

type Driving = Promise<Drive | { readonly refusal: unknown }>

/**
 * Passes on what the caller's callbacks decide. Once nobody here can answer what is pending, it ends the drive:
 * otherwise the result would never come.
 */
export function answeringByCallbacks(
  program: Program,
  session: SessionId,
  callbacks: Callbacks,
  isStartedHere: boolean,
) {
  const unanswered = new Set<string>()
  const thrown: unknown[] = []
  const restIfUnanswered = async (driven: Drive) => {
    const state = await (await program.engine()).rested(session)
    if (!waitsForAnswers(state) || !pendingAnswers(state).every(({ id }) => unanswered.has(id))) return
    await driven.settle()
    driven.end()
  }
  const handle = async (driving: Driving, pending: PendingAnswer, settled: AbortSignal): Promise<void> => {
    const driven = await driving
    if ('refusal' in driven) return
    const look = () => void restIfUnanswered(driven).catch(() => {})
    settled.addEventListener('abort', look, { once: true })
    try {
      const command = await decided(pending, callbacks, isStartedHere)
      const [refused] = command ? await driven.send(command) : []
      if (refused !== undefined) throw bad(refused)
      if (!command) unanswered.add(pending.id)
    } catch (error) {
      thrown.push(error)
      unanswered.add(pending.id)
    }
    look()
  }
  return { handle, thrown }
}

/**
 * Nothing is decided if no callback answers. A run that was started here has defaults, and others may wait for somebody
 * else.
 */
async function decided(
  pending: PendingAnswer,
  { onAsk, onQuestion }: Callbacks,
  isStartedHere: boolean,
): Promise<Command | undefined> {
  if (pending.kind === 'ask') {
    const given = onAsk ? await onAsk(askOf(pending)) : isStartedHere ? 'deny' : undefined
    return given === undefined ? undefined : answerCommand(pending, given)
  }
  // A turn in a panel is the user's own word and vote, which nobody else may give.
  const isLeftToAgent = isStartedHere && pending.question.gate === null && !pending.question.turn
  const said = onQuestion ? await onQuestion(questionOf(pending)) : isLeftToAgent ? ASSUME : undefined
  return said === undefined ? undefined : answerCommand(pending, said)
}

const ASSUME = 'Proceed with your best assumptions.'

/** The command that gives this answer to what is pending, by its id or because it is the only one. */
export const answerPending = (session: Session, id: string | undefined, answer: string): Command =>
  answerCommand(pendingFor(session, id), answer)

/** The command that gives this answer. Programs in plain JavaScript can give anything. */
function answerCommand(pending: PendingAnswer, answer: string): Command {
  if (pending.kind === 'ask') {
    if (answer !== 'once' && answer !== 'session' && answer !== 'deny')
      throw bad(`Unknown answer "${String(answer)}" to a permission. Use once, session or deny.`)
    const permit = permitFor(pending.ask, { answer })
    if (!permit.ok) throw new ConveneError(permit.refusal)
    return permit.value
  }
  const { id, gate } = pending.question
  if (typeof answer !== 'string' || answer.trim() === '') throw bad('The answer to a question is a text.')
  if (gate === null) return { type: 'answer', text: answer, question: id, by: 'user' }
  return answer === 'approve'
    ? { type: 'approve', gate: id, by: 'user' }
    : { type: 'reject', gate: id, feedback: answer, by: 'user' }
}

function pendingFor(session: Session, id: string | undefined): PendingAnswer {
  const all = pendingAnswers(session)
  const found = id === undefined ? all : all.filter((each) => each.id === id)
  const [only, ...others] = found
  if (only && others.length === 0) return only
  const ids = all.map((each) => each.id).join(', ')
  if (only)
    throw new ConveneError({ code: 'ambiguous_answer', message: `Several are pending. Name one by its id: ${ids}.` })
  const message = ids === '' ? 'Nothing in this session waits for an answer.' : `Not pending: ${id}. Pending: ${ids}.`
  throw new ConveneError({ code: 'nothing_pending', message })
}

/** What a session waits for, as callers see it. */
export const openQuestions = (session: Session): readonly (PermissionAsk | Question)[] =>
  pendingAnswers(session).map((pending) => (pending.kind === 'ask' ? askOf(pending) : questionOf(pending)))

function askOf({ id, ask }: PendingAnswer & { readonly kind: 'ask' }): PermissionAsk {
  return { id, agent: ask.chain.at(-1) ?? '', tool: ask.tool, resource: wantedText(ask) }
}

function questionOf({ id, question: asked }: PendingAnswer & { readonly kind: 'question' }): Question {
  const { question, options, gate, text } = asked
  return { id, question, options, text, ...(gate !== null && { gate }) }
}

const bad = (message: string) => new ConveneError({ code: 'bad_answer', message })
