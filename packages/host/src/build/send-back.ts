import {
  type BuildComment,
  isFinal,
  modeViewOf,
  ok,
  type Result,
  type Session,
  seatName,
  seatOf,
} from '@convene/domain'
import type { BuildReview } from '@convene/reading'
import { sendCommand } from '../drive/send-command.ts'
import type { Program } from '../program.ts'
import { ownerOf, toSend } from './comment.ts'
import { commentsText } from './comments-text.ts'

/** Sends comments back to the authors of the lines: each author gets all of theirs as one task, or they stay open. */
export async function sendBack(
  program: Program,
  session: Session,
  review: BuildReview,
  wanted: readonly string[] | undefined,
): Promise<Result<readonly string[]>> {
  const chosen = toSend(session, wanted)
  if (!chosen.ok) return chosen
  const notes: string[] = []
  const refused: Result<never>[] = []
  for (const [owner, comments] of byOwner(review, chosen.value)) {
    const sent = await sendTo(program, session, owner, comments)
    if (!sent.ok) refused.push(sent)
    notes.push(...(sent.ok ? sent.value : [`Not sent back: ${sent.refusal.message}`]))
  }
  return refused[0] && refused.length === notes.length ? refused[0] : ok(notes)
}

type Owner = { readonly agent: string; readonly step: string | null }

function byOwner(review: BuildReview, comments: readonly BuildComment[]): ReadonlyMap<Owner, readonly BuildComment[]> {
  const groups = new Map<string, { readonly owner: Owner; readonly comments: BuildComment[] }>()
  for (const comment of comments) {
    const shown = review.comments.find(({ id }) => id === comment.id)
    const { agent = '', step = null } = ownerOf(review, { path: comment.path, hunk: shown?.hunk ?? null }) ?? {}
    const key = `${step} ${agent}`
    const group = groups.get(key) ?? { owner: { agent, step }, comments: [] }
    group.comments.push(comment)
    groups.set(key, group)
  }
  return new Map([...groups.values()].map((group) => [group.owner, group.comments]))
}

/** While the run is active, the step is sent back. After its end, the owner gets a new task. */
async function sendTo(
  program: Program,
  session: Session,
  { agent, step }: Owner,
  comments: readonly BuildComment[],
): Promise<Result<readonly string[]>> {
  const { run } = session
  const ids = comments.map(({ id }) => id)
  const text = commentsText(comments, (author) => nameOf(session, author))
  const isActive = run !== null && !isFinal(run.phase)
  const isReopened = isActive && step !== null && modeViewOf(run).plan?.committed === true
  const sent = await sendCommand(program, session, {
    type: 'build',
    build: { record: 'sent', comments: [...ids], to: agent, text, ...(isReopened && { step }) },
  })
  if (!sent.ok) return sent
  const name = nameOf(session, agent)
  return ok([...sent.value, isReopened ? `Step ${step} goes back to ${name}.` : `${name} works on it.`])
}

const nameOf = ({ run }: Session, agent: string): string =>
  run && seatOf(run, agent) ? seatName(run, agent) : 'The team'
