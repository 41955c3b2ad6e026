import { type Fact, fact } from '../event/event.ts'
import { ok, type Result, refuse } from '../shared/result.ts'
import { type BuildRecord, nextCommentId, noBuild } from '../state/build.ts'
import type { Session } from '../state/session.ts'
import { USER } from '../team/user-seat.ts'

const MOST_COMMENTS = 1_000

/** One landing at a time, and only its own end. */
export function acceptBuild(session: Session, { record, ...data }: BuildRecord): Result<readonly Fact[]> {
  const build = session.build ?? noBuild
  const refusal = whyNot(build, { record, ...data } as BuildRecord)
  if (refusal !== undefined) return refuse('illegal_command', refusal)
  const { step, ...rest } = data as typeof data & { step?: string }
  const comment = record === 'comment' ? { id: nextCommentId(build) } : {}
  return ok([fact(types[record], { ...rest, ...comment } as never, step === undefined ? {} : { step })])
}

const types = {
  landing: 'build.landing',
  landed: 'build.landed',
  refused: 'build.refused',
  marked: 'build.marked',
  committed: 'build.committed',
  proposed: 'build.proposed',
  comment: 'line.commented',
  resolved: 'line.resolved',
  sent: 'line.sent',
} as const

function whyNot({ landing, comments }: typeof noBuild, record: BuildRecord): string | undefined {
  const isRunning = landing?.state === 'running'
  switch (record.record) {
    case 'landing':
      return isRunning ? 'Changes are being kept or undone right now. Wait until that is done.' : undefined
    case 'landed':
    case 'refused':
      return isRunning && landing.id === record.id ? undefined : 'This change to the workspace has already ended.'
    case 'comment':
      return comments.filter(({ author }) => author === USER).length < MOST_COMMENTS
        ? undefined
        : `You have written ${MOST_COMMENTS} comments, which is the most that a build can have.`
    case 'resolved':
      return comments.some(({ id }) => id === record.comment) ? undefined : `No comment "${record.comment}".`
    case 'sent': {
      const unknown = record.comments.find((one) => !comments.some(({ id }) => id === one))
      if (unknown !== undefined) return `No comment "${unknown}".`
      const sent = comments.find(({ id, state }) => state === 'sent' && record.comments.includes(id))
      return sent && `The comment ${sent.id} was sent already. To send it again, open it again.`
    }
    default:
      return undefined
  }
}
