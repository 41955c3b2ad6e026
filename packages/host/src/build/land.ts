import { cleanLine, type Result, refuse, type Session } from '@convene/domain'
import type { BuildReview } from '@convene/reading'
import { inTurn } from '@convene/tools'
import type { Program } from '../program.ts'
import { commitBuild } from './commit.ts'
import { keepBuild, undoBuild } from './keep.ts'
import { proposeBuild } from './propose-build.ts'
import { readReview } from './read-review.ts'
import { undoInPlace } from './undo-in-place.ts'

/** An action on a build: on all of it, or only on `hunks`. */
export type LandRequest =
  | { readonly type: 'keep'; readonly hunks?: readonly string[] | undefined; readonly anyway?: boolean | undefined }
  | { readonly type: 'undo'; readonly hunks?: readonly string[] | undefined }
  | { readonly type: 'commit'; readonly message?: string | undefined; readonly branch?: string | undefined }
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

async function landNow(program: Program, known: Session, request: LandRequest): Promise<Result<readonly string[]>> {
  const session = (await (await program.engine()).state(known.id)) ?? known
  const review = await readReview(program, session)
  if (!review.ok) return review
  const why = whyNot(review.value, request)
  if (why !== null) return refuse('illegal_command', why)
  const unknown = unknownIn(review.value, request)
  if (unknown !== undefined) return refuse('unknown_hunk', `No change "${cleanLine(unknown)}" in this review.`)
  const place = { program, session, review: review.value }
  switch (request.type) {
    case 'keep':
      return keepBuild(place, request)
    case 'undo':
      return review.value.place === 'workspace'
        ? undoInPlace(program, session, request.hunks)
        : undoBuild(place, request.hunks)
    case 'commit':
      return commitBuild(place, request)
    case 'pull-request':
      return proposeBuild(place, request)
  }
}

function unknownIn({ files }: BuildReview, request: LandRequest): string | undefined {
  const known = new Set(files.flatMap(({ hunks }) => hunks.map(({ id }) => id)))
  return 'hunks' in request ? request.hunks?.find((id) => !known.has(id)) : undefined
}

function whyNot({ blocked }: BuildReview, { type }: LandRequest): string | null {
  return type === 'pull-request' ? blocked.pullRequest : blocked[type]
}
