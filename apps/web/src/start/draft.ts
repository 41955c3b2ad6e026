import { countText, requestFrom, seatsUser } from '@convene/domain'
import type { NewSession } from '@convene/protocol'
import type { ApproachName } from '@convene/reading'
import { type LimitTexts, limitsIn } from '../settings/form/limit-texts.ts'
import type { ModelBySeat } from './mix.ts'
import { type OptionTexts, optionSummary, valuesIn } from './option-values.ts'

export const emptyDraft = {
  goal: '',
  /** The card the user chose. */
  approach: '' as ApproachName | '',
  /** Set if the user has changed the seats. */
  mode: '',
  team: '',
  agents: [] as readonly string[],
  model: '',
  reasoning: '',
  limits: {} as LimitTexts,
  /** The models of single seats, for the seats that this choice has. */
  seatModels: { of: '', models: {} as ModelBySeat },
  /** Null uses the settings. */
  userSeat: null as boolean | null,
  /** The other options of a run, as typed. */
  options: {} as OptionTexts,
  /** The settings' choice. Empty if there is none. */
  usual: { mode: '', team: '' },
}

/** The form as typed. */
export type Draft = Readonly<typeof emptyDraft>

type RunRequest = Partial<NewSession>
type Chosen = { readonly mode?: string; readonly team?: string; readonly protocol?: string }

/** What decides who is seated: another choice has other seats. */
export const choiceKey = ({ agents }: Pick<Draft, 'agents'>, { mode, team }: Chosen): string =>
  JSON.stringify([mode, team, agents])

/**
 * The form as a request. Empty fields are left to the team and the settings. `shown`: the mode of a team that brings
 * it.
 */
export function runRequestOf(draft: Draft, { mode, team, protocol }: Chosen, shown = mode ?? ''): RunRequest {
  const limits = limitsIn(draft.limits)
  const ofCard: OptionTexts = protocol ? { protocol } : {}
  const ofSeats = draft.userSeat !== null && seatsUser(shown) ? { userSeat: draft.userSeat } : {}
  const ofSeat = draft.seatModels.of === choiceKey(draft, { mode, team }) ? draft.seatModels.models : {}
  const seatModels = Object.entries(ofSeat).map(([slug, model]) => `${slug}=${model}`)
  const values = { ...valuesIn({ ...ofCard, ...draft.options }, shown), ...ofSeats, ...limits }
  return {
    ...(draft.goal.trim() && { goal: draft.goal.trim() }),
    ...(mode && { mode }),
    ...(team && { team }),
    ...(draft.model.trim() && { model: draft.model.trim() }),
    ...(draft.reasoning && { reasoning: draft.reasoning as RunRequest['reasoning'] }),
    ...(draft.agents.length > 0 && { agents: [...draft.agents] }),
    ...(seatModels.length > 0 && { seatModels }),
    ...(requestFrom(values) as RunRequest),
  }
}

/** A summary of the options that differ from the defaults. */
export function setBeyond(draft: Draft): string {
  const limits = Object.keys(limitsIn(draft.limits)).length
  const parts = [
    draft.model.trim(),
    draft.reasoning && `reasoning ${draft.reasoning}`,
    limits > 0 ? countText(limits, 'limit') : '',
    ...optionSummary(draft.options),
  ]
  return parts.filter(Boolean).join(' · ')
}

/** The options without this one. */
export function withoutOption({ options }: Draft, key: string): OptionTexts {
  const { [key]: _left, ...rest } = options
  return rest
}
