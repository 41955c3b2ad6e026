import { type BuildComment, ok, type Result, refuse, type Session, USER } from '@convene/domain'
import type { Program } from '../program.ts'
import { type Comment, commentOn, resolveComment } from './comment.ts'
import { readReview } from './read-review.ts'
import { sendBack } from './send-back.ts'

/** What a user does with the comments on a build. */
export type CommentRequest =
  | ({
      readonly type: 'comment'
      /** At once to the owner of the step. */
      readonly send?: boolean | undefined
    } & Comment)
  | { readonly type: 'resolve'; readonly comment: string; readonly resolved?: boolean | undefined }
  | { readonly type: 'send'; readonly comments?: readonly string[] | undefined }

/** Stores, resolves or sends comments, and returns notes for the user. */
export async function discuss(
  program: Program,
  session: Session,
  request: CommentRequest,
): Promise<Result<readonly string[]>> {
  switch (request.type) {
    case 'comment': {
      const said = await commentOn(program, session, request)
      if (!said.ok) return said
      return ok(request.send === true ? await sendNow(program, session, request) : [])
    }
    case 'resolve': {
      const resolved = await resolveComment(program, session, request.comment, request.resolved)
      return resolved.ok ? ok([]) : resolved
    }
    case 'send':
      return send(program, session, request.comments)
  }
}

/** The comment is stored already: whatever becomes of it is a note. */
async function sendNow(program: Program, { id }: Session, comment: Comment): Promise<readonly string[]> {
  const session = await (await program.engine()).state(id)
  const isIt = (one: BuildComment) =>
    one.author === USER && one.state === 'open' && about.every((part) => one[part] === comment[part])
  const made = session?.build?.comments.findLast(isIt)
  if (!session || !made) return []
  const sent = await send(program, session, [made.id])
  return sent.ok ? sent.value : [`The comment is stored, but not sent back: ${sent.refusal.message}`]
}

const about = ['path', 'side', 'line', 'text'] as const

/** With the state as it is now: a comment just made is in it. */
async function send(
  program: Program,
  { id }: Session,
  comments: readonly string[] | undefined,
): Promise<Result<readonly string[]>> {
  const session = await (await program.engine()).state(id)
  if (!session) return refuse('session_not_found', `Session ${id} not found.`)
  const review = await readReview(program, session)
  return review.ok ? sendBack(program, session, review.value, comments) : review
}
