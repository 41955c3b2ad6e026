import { type Result, refuse, type SessionId } from '@convene/domain'
import { type CommentRequest, discuss, type LandRequest, land, readReview } from '@convene/host'
import type { Input } from '@convene/protocol'
import type { BuildReview } from '@convene/reading'
import type { Program } from '../program.ts'

/** What a user does with a build. */
export type Act = LandRequest | CommentRequest

/** The review as it is afterwards, and notes that are shown once. */
export type Reviewed = { readonly review: BuildReview; readonly notes: readonly string[] }

/** A build on this machine, or on the server that has its session. */
export type Desk = {
  readonly session: SessionId
  read(): Promise<Result<BuildReview>>
  act(act: Act): Promise<Result<Reviewed>>
}

/** Where a session's build is reviewed. */
export const deskOf = (program: Program, session: SessionId): Desk =>
  program.remote ? deskThere(program.remote.client, session) : deskHere(program, session)

function deskHere(program: Program, session: SessionId): Desk {
  const opened = async () => {
    const state = await (await program.engine()).state(session)
    return state && { state, at: program.at(state.workspace) }
  }
  const read: Desk['read'] = async () => {
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

function deskThere(client: NonNullable<Program['remote']>['client'], id: SessionId): Desk {
  return {
    session: id,
    read: async () => (await client.review({ id })) as Result<BuildReview>,
    act: async (act) => {
      const told = isComment(act)
        ? await client.comment({ id, ...act } as { id: string } & Input<'comment'>)
        : await client.land({ id, ...act } as { id: string } & Input<'land'>)
      return told as Result<Reviewed>
    },
  }
}
