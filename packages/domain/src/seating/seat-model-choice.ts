import type { Agent } from '../agent/agent.ts'
import { type Result, refuse } from '../shared/result.ts'
import { nearestName } from '../team/nearest-name.ts'

type Chosen = { readonly agent: Agent }

type Request = {
  readonly seatModels?: readonly string[]
  readonly isKnownModel: (model: string) => boolean
}

/** Reads `seat=model`. A model's name may contain `=`, a seat's does not. */
function pairOf(text: string): { readonly seat: string; readonly model: string } {
  const at = text.indexOf('=')
  return { seat: text.slice(0, Math.max(0, at)).trim(), model: at < 0 ? '' : text.slice(at + 1).trim() }
}

/** Refuses a model for a seat that nobody has, and one that does not exist. */
export function refuseSeatModels(
  { seatModels = [], isKnownModel }: Request,
  chosen: readonly Chosen[],
): Result<never> | undefined {
  const slugs = chosen.map(({ agent }) => agent.slug)
  for (const text of seatModels) {
    const { seat, model } = pairOf(text)
    if (seat === '' || model === '')
      return refuse('bad_seat_model', `"${text}" is not a seat and its model, such as architect=acme/gpt-5.`)
    if (!slugs.includes(seat)) {
      const nearest = nearestName(seat, slugs)
      return refuse('bad_seat_model', `No seat is called "${seat}".${nearest ? ` Did you mean "${nearest}"?` : ''}`)
    }
    if (!isKnownModel(model)) return refuse('unknown_model', `Unknown model "${model}".`)
  }
  return undefined
}

/** The seats with the models that the user gave them. The last one counts. */
export function withSeatModels<One extends Chosen>(
  chosen: readonly One[],
  seatModels: readonly string[] = [],
): readonly One[] {
  const models = new Map(seatModels.map(pairOf).map(({ seat, model }) => [seat, model]))
  return chosen.map((one) => {
    const model = models.get(one.agent.slug)
    return model === undefined ? one : { ...one, agent: { ...one.agent, model } }
  })
}
