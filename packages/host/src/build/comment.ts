import { aroundOf, type BuildComment, type Hunk, noBuild, ok, type Result, refuse, type Session } from '@convene/domain'
import { readPublic } from '@convene/engine'
import type { BuildReview } from '@convene/reading'
import type { Program } from '../program.ts'
import { sessionChange } from './build-change.ts'
import { recordBuild } from './record.ts'

export type Comment = Pick<BuildComment, 'path' | 'side' | 'line' | 'text'> & {
  readonly severity?: BuildComment['severity'] | undefined
}

/** Stores a comment with its line's neighbours, so that it is found again after the file has changed. */
export async function commentOn(program: Program, session: Session, comment: Comment): Promise<Result<true>> {
  const { log } = await program.store()
  const change = await sessionChange(program, session, await readPublic(log, session.id))
  if (!change.ok) return change
  const file = change.value.files.find(({ path }) => path === comment.path)
  if (!file) return refuse('unknown_file', `${comment.path} is not part of this change.`)
  const lines = await change.value.lines(comment.path, comment.side)
  const around = lines && aroundOf(lines, comment.line)
  const isThere = lines ? around !== undefined : file.hunks.some((hunk) => holds(hunk, comment))
  if (!isThere) return refuse('unknown_line', `${comment.path} has no line ${comment.line}.`)
  const { path, side, line, text, severity = 'medium' } = comment
  return recordBuild(program, session, {
    record: 'comment',
    ...{ path, side, line, text, severity },
    ...(around && { around }),
  })
}

/** If the file cannot be read any more, only the lines of the change are known. */
function holds(hunk: Hunk, { side, line }: Comment): boolean {
  const [start, count] = side === 'old' ? [hunk.oldStart, hunk.oldLines] : [hunk.newStart, hunk.newLines]
  return line >= start && line < start + count
}

/** Closes a comment, or opens it again. */
export const resolveComment = (
  program: Program,
  session: Session,
  comment: string,
  resolved = true,
): Promise<Result<true>> => recordBuild(program, session, { record: 'resolved', comment, resolved })

/** The owner of the lines that a comment is about. */
export function ownerOf(review: BuildReview, { path, hunk }: { readonly path: string; readonly hunk: string | null }) {
  const hunks = review.files.find((file) => file.path === path)?.hunks ?? []
  const makers = (hunks.find(({ id }) => id === hunk) ?? hunks[0])?.by ?? []
  return makers.at(-1)
}

/** The comments to send: those named, or all open ones that no seat wrote. */
export function toSend(session: Session, wanted: readonly string[] | undefined): Result<readonly BuildComment[]> {
  const { comments } = session.build ?? noBuild
  const unknown = wanted?.find((one) => !comments.some(({ id }) => id === one))
  if (unknown !== undefined) return refuse('unknown_comment', `No comment "${unknown}".`)
  const chosen = comments.filter(({ id, author, state }) =>
    wanted ? wanted.includes(id) : state === 'open' && author === 'user',
  )
  return chosen.length > 0 ? ok(chosen) : refuse('unknown_comment', 'You have no open comments.')
}
