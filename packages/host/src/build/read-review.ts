import {
  type BuildComment,
  isFinal,
  type MessageId,
  messageBy,
  noBuild,
  type Result,
  type Run,
  refuse,
  type Session,
  type StepView,
  seatName,
  seatOf,
  viewOf,
} from '@convene/domain'
import { readPublic } from '@convene/engine'
import {
  anchorOf,
  type BuildReview,
  checksWord,
  checkWords,
  makersIn,
  proofWords,
  type ReviewComment,
  type ReviewFile,
  type ReviewStep,
  stepWord,
} from '@convene/reading'
import type { Program } from '../program.ts'
import { blockedIn } from './blocked.ts'
import { type SessionChange, sessionChange } from './build-change.ts'
import { finishLanding } from './keep.ts'

/** What a session's newest run has changed, hunk by hunk, with its proof and its comments. */
export async function readReview(program: Program, known: Session): Promise<Result<BuildReview>> {
  const session = await finishLanding(program, known)
  const { run } = session
  if (!run) return refuse('no_build', 'Nothing has run in this session yet.')
  const { log } = await program.store()
  const events = await readPublic(log, session.id)
  const change = await sessionChange(program, session, events)
  if (!change.ok) return change
  const isOver = isFinal(run.phase)
  const makers = makersIn(events)
  const files = change.value.files.map((file) => ({
    ...file,
    hunks: file.hunks.map((hunk) => ({ ...hunk, by: makers(file.path, hunk) })),
  }))
  const steps = viewOf(run).plan?.steps ?? []
  const { landing, commits, proposals, comments } = session.build ?? noBuild
  const { place, base, patch } = change.value
  return {
    ok: true,
    value: {
      session: session.id,
      title: session.title,
      run: run.number,
      ...{ place, isOver, base, patch, files, landing, commits },
      added: sumOf(files.map(({ added }) => added)),
      removed: sumOf(files.map(({ removed }) => removed)),
      steps: steps.map((step) => stepOf(session, run, step, isOver)),
      checks: checksWord(steps, isOver),
      proof: proofWords(steps, (agent) => nameOf(run, agent)),
      comments: await Promise.all(comments.map((comment) => anchored(comment, change.value, files))),
      pullRequests: proposals,
      blocked: blockedIn(session, change.value),
    },
  }
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)

const nameOf = (run: Run, agent: string): string => (seatOf(run, agent) ? seatName(run, agent) : agent)

function stepOf(session: Session, run: Run, step: StepView, isOver: boolean): ReviewStep {
  const { id, owner, description, seen, reviewer = null, remark } = step
  const said = remark === null ? undefined : messageBy(session, remark as MessageId)
  return {
    ...{ id, owner, description, reviewer },
    word: stepWord(step, isOver, (agent) => nameOf(run, agent)),
    checks: seen.map((one) => checkWords(one, isOver)),
    remark: said ? { message: said.id, text: said.text } : null,
  }
}

/** A comment with its line in the file as it is now, and the hunk that line is in. */
async function anchored(
  comment: BuildComment,
  change: SessionChange,
  files: readonly ReviewFile[],
): Promise<ReviewComment> {
  const lines = await change.lines(comment.path, comment.side)
  const anchor = lines ? anchorOf(comment, lines) : { state: 'gone' as const, line: null }
  const { line } = anchor
  const hunks = files.find(({ path }) => path === comment.path)?.hunks ?? []
  const hunk = hunks.find(({ oldStart, oldLines, newStart, newLines }) => {
    const [start, count] = comment.side === 'old' ? [oldStart, oldLines] : [newStart, newLines]
    return line !== null && line >= start && line < start + count
  })
  return { ...comment, anchor, hunk: hunk?.id ?? null }
}
