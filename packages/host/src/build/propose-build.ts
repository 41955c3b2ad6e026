import { noBuild, ok, type Result, type Session } from '@convene/domain'
import type { BuildReview } from '@convene/reading'
import type { Program } from '../program.ts'
import { type ProposeRequest, sendProposal } from '../proposal/propose.ts'
import { recordBuild } from './record.ts'

type Place = { readonly program: Program; readonly session: Session; readonly review: BuildReview }

/** Opens a pull request with what is kept, or finds the one that is open, and records its address once for what is kept. */
export async function proposeBuild(place: Place, request: ProposeRequest): Promise<Result<readonly string[]>> {
  const { program, session } = place
  const proposed = await sendProposal(place, request)
  if (!proposed.ok) return proposed
  const { url, branch, by, isNew } = proposed.value
  const { proposals, tree } = session.build ?? noBuild
  if (!proposals.some((each) => each.url === url && each.tree === tree)) {
    const recorded = await recordBuild(program, session, { record: 'proposed', url, branch, by })
    if (!recorded.ok) return recorded
  }
  return ok([isNew ? `Opened ${url}` : `Already open, and up to date: ${url}`])
}
