import type { Result, Session } from '@convene/domain'
import { type CommentRequest, discuss, type LandRequest, land, type Program, readReview } from '@convene/host'
import type { Output } from '@convene/protocol'
import type { Handlers, RouteContext } from '../context.ts'
import { sessionBy } from '../sessions/find.ts'

/** What a run has changed: reads it, lands it, and talks about it. */
export const buildHandlers: Handlers<'review' | 'land' | 'comment'> = {
  review: async (context, { id }) => {
    const place = await placeOf(context, id)
    return place.ok ? viewOf(place.value) : place
  },
  land: async (context, { id, ...request }) => {
    const place = await placeOf(context, id)
    if (!place.ok) return place
    const landed = await land(place.value.program, place.value.session, request as LandRequest)
    return landed.ok ? reviewed(context, id, landed.value) : landed
  },
  comment: async (context, { id, ...command }) => {
    const place = await placeOf(context, id)
    if (!place.ok) return place
    const said = await discuss(place.value.program, place.value.session, command as CommentRequest)
    return said.ok ? reviewed(context, id, said.value) : said
  },
}

type Place = { readonly program: Program; readonly session: Session }

/** On a team server, only files in the space's own folders are read and changed. */
async function placeOf({ program }: RouteContext, id: string): Promise<Result<Place>> {
  const found = await sessionBy(program, id)
  if (!found.ok) return found
  const refusal = program.folders?.refuse(found.value.workspace)
  if (refusal) return { ok: false, refusal }
  return { ok: true, value: { program: program.at(found.value.workspace), session: found.value } }
}

async function viewOf({ program, session }: Place): Promise<Result<Output<'review'>>> {
  const review = await readReview(program, session)
  return review as Result<Output<'review'>>
}

async function reviewed(context: RouteContext, id: string, notes: readonly string[]): Promise<Result<Output<'land'>>> {
  const place = await placeOf(context, id)
  if (!place.ok) return place
  const review = await viewOf(place.value)
  return review.ok ? { ok: true, value: { review: review.value, notes: [...notes] } } : review
}
