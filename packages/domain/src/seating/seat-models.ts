import type { Agent } from '../agent/agent.ts'
import { vendorOf } from '../counting/vendor.ts'
import { isRehearsal } from '../shared/rehearsal.ts'
import type { Refusal } from '../shared/result.ts'
import { drawModels } from '../team/draw-models.ts'
import type { SeatRole } from '../team/team.ts'

type Judged = { readonly model: string; readonly seat: SeatRole | undefined }
type Chosen = { readonly agent: Agent; readonly seat: SeatRole }

type Request = {
  readonly model?: string
  readonly pool: readonly string[]
  readonly defaultModel: string
  readonly reviewModels?: readonly string[]
  readonly isKnownModel: (model: string) => boolean
  readonly seed: number
  /** What a seat drew in the session's last run. */
  readonly kept?: { readonly [slug: string]: string }
}

/** A model per seat, one for subagents, and warnings for the user. */
export type SeatModels = {
  readonly models: readonly string[]
  readonly usual: string
  readonly warnings: readonly Refusal[]
  readonly rehearses: boolean
}

/**
 * Each seat's own model if it is available, else the requested one, one from the pool, or the default. Next to models
 * that answer, no seat rehearses by default: its quotes would look like real answers in the result.
 */
export function seatModels(
  request: Request,
  chosen: readonly Chosen[],
  reviews: (one: Chosen) => boolean = () => false,
): SeatModels {
  const { isKnownModel, model: asked, defaultModel, seed } = request
  const own = chosen.map(({ agent }) => (agent.model && isKnownModel(agent.model) ? agent.model : undefined))
  const isLost = (index: number) => chosen[index]?.agent.model !== undefined && own[index] === undefined
  const usual = usualModel([asked, defaultModel], [...own, ...request.pool.filter(isKnownModel)])
  const given = own.map(
    (model, index) => model ?? (isLost(index) ? usual : (asked ?? keptFor(request, chosen[index]?.agent.slug ?? ''))),
  )
  const drawsFromPool = given.includes(undefined)
  const pool = drawsFromPool ? request.pool.filter(isKnownModel) : []
  const drawn = drawMembersFirst(chosen, given, (own) => drawModels(own, pool, seed))
  const judged = drawn.flatMap((model, index) =>
    isOf(chosen[index], reviews) ? [] : [{ model: model ?? usual, seat: chosen[index]?.seat }],
  )
  const forReviews = asked === undefined ? ofOtherVendor([usual, ...(request.reviewModels ?? [])], judged) : undefined
  const models = drawn.map((model, index) => model ?? (isOf(chosen[index], reviews) ? forReviews : undefined) ?? usual)
  const gone = chosen.flatMap(({ agent }, index) =>
    isLost(index) ? [unknownModel(agent.model ?? '', `of ${agent.name}`, usual)] : [],
  )
  const unpooled = drawsFromPool ? request.pool.filter((model) => !isKnownModel(model)) : []
  const borrowed = drawn.some((model) => model === undefined) && asked === undefined && usual !== defaultModel
  return {
    models,
    usual,
    warnings: [
      ...gone,
      ...unpooled.map((model) => unknownModel(model, 'of the pool', usual)),
      ...(borrowed ? [{ code: 'unknown_model', message: `No default model is set. Using ${usual}.` }] : []),
    ],
    rehearses: asked === undefined && models.some((model, index) => isRehearsal(model) && own[index] === undefined),
  }
}

/** Members first, so that they differ as long as the pool lasts. Lead and judge draw from the rest. */
function drawMembersFirst(
  chosen: readonly Chosen[],
  given: readonly (string | undefined)[],
  draw: (own: readonly (string | undefined)[]) => readonly (string | undefined)[],
): readonly (string | undefined)[] {
  const members = [...given.keys()].filter((place) => !isOther(chosen[place]))
  const drawn = draw(members.map((place) => given[place]))
  return draw(given.map((model, place) => (isOther(chosen[place]) ? model : drawn[members.indexOf(place)])))
}

/** A reviewer with the vendor of an author has the same blind spots. If no vendor is left, members matter most. */
function ofOtherVendor(models: readonly string[], judged: readonly Judged[]): string | undefined {
  const [usual = ''] = models
  if (isRehearsal(usual)) return undefined
  const among = (authors: readonly Judged[]) => {
    const vendors = new Set(authors.map(({ model }) => vendorOf(model)))
    return models.find((model) => !vendors.has(vendorOf(model)))
  }
  return among(judged) ?? among(judged.filter(({ seat }) => seat === 'member'))
}

const isOf = (one: Chosen | undefined, reviews: (one: Chosen) => boolean): boolean => one !== undefined && reviews(one)

const isOther = (one: Chosen | undefined): boolean => one?.seat === 'lead' || one?.seat === 'judge'

/** A rehearsal is not kept, since nobody chose it. */
function keptFor({ kept = {}, isKnownModel }: Request, slug: string): string | undefined {
  const before = Object.hasOwn(kept, slug) ? kept[slug] : undefined
  return before !== undefined && isKnownModel(before) && !isRehearsal(before) ? before : undefined
}

/** The first one requested. If that is the rehearsal and other models answer, the first of those. */
function usualModel(wanted: readonly (string | undefined)[], others: readonly (string | undefined)[]): string {
  const named = wanted.filter((model) => model !== undefined)
  const real = others.find((model) => model !== undefined && !isRehearsal(model))
  const answers = named.find((model) => !isRehearsal(model))
  return (real === undefined ? named[0] : (answers ?? real)) ?? ''
}

function unknownModel(model: string, whose: string, instead: string): Refusal {
  return {
    code: 'unknown_model',
    message: `The model ${model} ${whose} is not configured. Using ${instead}. \`convene models\` lists configured models.`,
  }
}
