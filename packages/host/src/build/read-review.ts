import {
  anchorOf,
  type BuildComment,
  type Event,
  isFinal,
  type MessageId,
  messageBy,
  modeViewOf,
  noBuild,
  type Result,
  type Run,
  readPatch,
  refuse,
  type Session,
  type StepView,
  seatName,
  seatOf,
  seenByRun,
} from '@convene/domain'
import { readPublic } from '@convene/engine'
import {
  type BuildReview,
  checksWord,
  checkWords,
  makersIn,
  proofWords,
  type ReviewComment,
  type ReviewFile,
  type ReviewStep,
  runProofWords,
  stepProofWord,
  unseenClaimsIn,
} from '@convene/reading'
import type { Program } from '../program.ts'
import { plannedProposal } from '../proposal/propose.ts'
import { blockedIn } from './blocked.ts'
import { type SessionChange, sessionChange } from './build-change.ts'
import { finishBuildLanding } from './keep.ts'

/** What a session's newest run has changed, hunk by hunk, with its proof and its comments. */
export async function readReview(program: Program, known: Session): Promise<Result<BuildReview>> {
  const session = await finishBuildLanding(program, known)
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
  const steps = modeViewOf(run).plan?.steps ?? []
  const { landing, commits, proposals, comments, tree } = session.build ?? noBuild
  const { place, base, patch } = change.value
  const blocked = blockedIn(session, change.value)
  return {
    ok: true,
    value: {
      session: session.id,
      title: session.title,
      run: run.number,
      ...{ place, isOver, base, patch, files, landing },
      added: sumOf(files.map(({ added }) => added)),
      removed: sumOf(files.map(({ removed }) => removed)),
      steps: steps.map((step) => stepOf(session, run, step, isOver)),
      ...wordsOf(run, steps, isOver),
      comments: await Promise.all(
        comments.map((comment) => anchored(comment, { change: change.value, files, events })),
      ),
      commits: commits.map((each) => withCurrency(each, tree)),
      pullRequests: proposals.map((each) => withCurrency(each, tree)),
      proposal: blocked.pullRequest === null ? await plannedProposal(program, session, base) : null,
      blocked,
    },
  }
}

/** What the checks of the steps, or of the whole run, showed. */
function wordsOf(run: Run, steps: readonly StepView[], isOver: boolean): Pick<BuildReview, 'checks' | 'proof'> {
  const naming = (agent: string) => nameOf(run, agent)
  if (steps.length > 0) return { checks: checksWord(steps, isOver), proof: proofWords(steps, naming) }
  return { checks: checksWord([{ seen: seenByRun(run) }], isOver), proof: runProofWords(run, naming) }
}

/** Whether something made of a tree has what is kept now. */
const withCurrency = <T extends { readonly tree: string | null }>({ tree, ...made }: T, now: string | null) => ({
  ...made,
  isCurrent: tree !== null && tree === now,
})

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)

const nameOf = (run: Run, agent: string): string => (seatOf(run, agent) ? seatName(run, agent) : agent)

function stepOf(session: Session, run: Run, step: StepView, isOver: boolean): ReviewStep {
  const { id, owner, description, seen, reviewer = null, remark, state, against } = step
  const said = remark === null ? undefined : messageBy(session, remark as MessageId)
  return {
    ...{ id, owner, description, reviewer },
    isDoubted: state !== 'accepted' || against,
    word: stepProofWord(step, isOver, (agent) => nameOf(run, agent)),
    checks: seen.map((one) => checkWords(one, isOver)),
    remark: said ? { message: said.id, text: said.text, unseenClaims: unseenClaimsIn(said.text, said.claims) } : null,
  }
}

type Seen = {
  readonly change: SessionChange
  readonly files: readonly ReviewFile[]
  readonly events: readonly Event[]
}

/** A comment with its line in the file as it is now, and the hunk that line is in. */
async function anchored(comment: BuildComment, { change, files, events }: Seen): Promise<ReviewComment> {
  const lines = await change.lines(comment.path, comment.side)
  const isKnown = lines !== undefined && (comment.around !== undefined || !hasChangedSince(comment, events))
  const anchor = isKnown ? anchorOf(comment, lines) : { state: 'gone' as const, line: null }
  const { line } = anchor
  const hunks = files.find(({ path }) => path === comment.path)?.hunks ?? []
  const hunk = hunks.find(({ oldStart, oldLines, newStart, newLines }) => {
    const [start, count] = comment.side === 'old' ? [oldStart, oldLines] : [newStart, newLines]
    return line !== null && line >= start && line < start + count
  })
  return { ...comment, anchor, hunk: hunk?.id ?? null }
}

/** Nobody knows where a line is of which only the number is known, once its file has changed. */
function hasChangedSince({ id, path }: BuildComment, events: readonly Event[]): boolean {
  const seq = events.findLast(({ type, data }) => type === 'line.commented' && data.id === id)?.seq ?? 0
  return events.some(
    (event) =>
      event.seq > seq &&
      event.type === 'artifact' &&
      event.data.kind === 'diff' &&
      (event.data.path === path || readPatch(event.data.text ?? '').some((file) => file.path === path)),
  )
}
