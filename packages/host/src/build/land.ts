import { cleanLine, ok, type Result, refuse, type Session } from '@convene/domain'
import type { BuildReview } from '@convene/reading'
import { inTurn } from '@convene/tools'
import type { Program } from '../program.ts'
import { readReview } from './read-review.ts'
import { recordBuild } from './record.ts'
import { undoInPlace } from './undo-in-place.ts'

/** An action on a build: on all of it, or only on `hunks`. */
export type LandRequest =
  | { readonly type: 'keep'; readonly hunks?: readonly string[] | undefined; readonly anyway?: boolean | undefined }
  | { readonly type: 'undo'; readonly hunks?: readonly string[] | undefined }
  | {
      readonly type: 'commit'
      readonly message?: string | undefined
      readonly branch?: string | undefined
      readonly hooks?: boolean | undefined
    }
  | {
      readonly type: 'pull-request'
      readonly title?: string | undefined
      readonly branch?: string | undefined
      readonly remote?: string | undefined
      readonly draft?: boolean | undefined
    }

/** Keeps, undoes, commits or proposes a build, one request at a time, and returns notes for the user. */
export const land = (program: Program, session: Session, request: LandRequest): Promise<Result<readonly string[]>> =>
  inTurn(`build of ${session.id}`, () => landNow(program, session, request))

async function landNow(program: Program, session: Session, request: LandRequest): Promise<Result<readonly string[]>> {
  const review = await readReview(program, session)
  if (!review.ok) return review
  const why = whyNot(review.value, request)
  if (why !== null) return refuse('illegal_command', why)
  const unknown = unknownIn(review.value, request)
  if (unknown !== undefined) return refuse('unknown_hunk', `No change "${cleanLine(unknown)}" in this review.`)
  if (review.value.place === 'workspace') return inPlace(program, session, review.value, request)
  return markOnly(program, session, review.value, request)
}

function unknownIn({ files }: BuildReview, request: LandRequest): string | undefined {
  const known = new Set(files.flatMap(({ hunks }) => hunks.map(({ id }) => id)))
  return 'hunks' in request ? request.hunks?.find((id) => !known.has(id)) : undefined
}

function whyNot({ blocked }: BuildReview, { type }: LandRequest): string | null {
  return type === 'pull-request' ? blocked.pullRequest : blocked[type]
}

/** None of it is in the workspace, so undoing only marks it as not to be kept. */
async function markOnly(
  program: Program,
  session: Session,
  { files }: BuildReview,
  request: LandRequest,
): Promise<Result<readonly string[]>> {
  if (request.type !== 'undo') return refuse('illegal_command', 'This build cannot be kept here.')
  const all = files.flatMap(({ hunks }) => hunks.map(({ id }) => id))
  const marked = await recordBuild(program, session, {
    record: 'marked',
    hunks: [...(request.hunks ?? all)],
    undone: true,
  })
  return marked.ok ? ok([]) : marked
}

const inPlace = (
  program: Program,
  session: Session,
  review: BuildReview,
  request: LandRequest,
): Promise<Result<readonly string[]>> | Result<never> =>
  request.type === 'undo'
    ? undoInPlace(program, session, review, request.hunks)
    : refuse('illegal_command', 'The changes are already in your files.')
