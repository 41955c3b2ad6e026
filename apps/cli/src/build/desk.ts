import { type Result, refuse, type SessionId } from '@convene/domain'
import { type CommentRequest, discuss, type LandRequest, land, readReview } from '@convene/host'
import type { RouteInput } from '@convene/protocol'
import type { BuildReview } from '@convene/reading'
import type { CliProgram } from '../program.ts'

/** What a user does with a build. */
export type Act = LandRequest | CommentRequest

/** The review as it is afterwards, and notes that are shown once. */
export type ReviewUpdate = { readonly review: BuildReview; readonly notes: readonly string[] }

/** A build on this machine, or on the server that has its session. */
export type ReviewDesk = {
  readonly session: SessionId
  read(): Promise<Result<BuildReview>>
  act(act: Act): Promise<Result<ReviewUpdate>>
}

/** Where a session's build is reviewed. */
export const deskOf = (program: CliProgram, session: SessionId): ReviewDesk =>
  program.remote ? deskThere(program.remote.client, session) : deskHere(program, session)

function deskHere(program: CliProgram, session: SessionId): ReviewDesk {
  const opened = async () => {
    const state = await (await program.engine()).state(session)
    return state && { state, at: program.at(state.workspace) }
  }
  const read: ReviewDesk['read'] = async () => {
    const place = await opened()
    return place ? readReview(place.at, place.state) : notFound
  }
  return {
    session,
    read,
    act: async (act) => {
      const place = await opened()
      if (!place) return notFound
      const said = isComment(act) ? await discuss(place.at, place.state, act) : await land(place.at, place.state, act)
      if (!said.ok) return said
      const review = await read()
      return review.ok ? { ok: true, value: { review: review.value, notes: said.value } } : review
    },
  }
}

const notFound = refuse('session_not_found', 'This session is gone.')

const isComment = (act: Act): act is CommentRequest => ['comment', 'resolve', 'send'].includes(act.type)

function deskThere(client: NonNullable<CliProgram['remote']>['client'], id: SessionId): ReviewDesk {
  return {
    session: id,
    read: async () => (await client.review({ id })) as Result<BuildReview>,
    act: async (act) => {
      const told = isComment(act)
        ? await client.comment({ id, ...act } as { id: string } & RouteInput<'comment'>)
        : await client.land({ id, ...act } as { id: string } & RouteInput<'land'>)
      return told as Result<ReviewUpdate>
    },
  }
}
