import { own } from '../../../counting/belief.ts'
import { emptyRecord } from '../../../counting/record.ts'
import { vendorOf } from '../../../counting/vendor.ts'
import { meanWorth } from '../../../counting/worth.ts'
import type { Facts } from '../../../event/facts.ts'
import type { Run } from '../../../state/session.ts'
import type { Seat } from '../../../team/team.ts'
import { hasUserSeat } from '../../../team/user-seat.ts'
import { costOf } from '../../../usage/usage.ts'
import { depthOf, panelSettings } from './settings.ts'

/** Who is asked before the others. */
export type First = NonNullable<Facts['protocol.chosen']['first']>

type Asking = Pick<Run, 'settings' | 'team'>

/**
 * Who is asked before the others: the two best, or everyone in the order a vote asks them. Undefined if the whole panel
 * starts at once: by choice, for a deep decision, or because the panel has only two seats, or one vendor and no record.
 */
export function firstAsked(run: Asking, depthByHead: string | undefined): First | undefined {
  // The user speaks before anyone else, and two agents must not decide over their head.
  if (hasUserSeat(run.team)) return undefined
  const ask = panelSettings(run).ask ?? (depthOf(run, depthByHead) === 'deep' ? 'everyone' : 'two-first')
  if (ask === 'everyone') return undefined
  const pair = pairOf(run)
  if (ask === 'as-few-as-needed') {
    return { ask, seats: byRecord(run, pair).map(({ slug }) => slug) }
  }
  return pair.length < 2 || run.team.members.length < 3 ? undefined : { ask, seats: pair.map(({ slug }) => slug) }
}

/** The pair, then the others, the best record first. */
function byRecord({ team, settings }: Asking, pair: readonly Seat[]): readonly Seat[] {
  const known = settings.record ?? emptyRecord
  const others = team.members.filter((seat) => !pair.includes(seat))
  return [...pair, ...others.toSorted((one, other) => meanWorth(known, other.model) - meanWorth(known, one.model))]
}

/** The two best by their record. Before there is one, the two best of different vendors by price. */
function pairOf({ team, settings }: Asking): readonly Seat[] {
  const known = settings.record ?? emptyRecord
  const isKnown = team.members.some(({ model }) => own(known.models, model) !== undefined)
  const worth = ({ model }: Seat): number =>
    isKnown ? meanWorth(known, model) : (costOf(TYPICAL, settings.models[model]?.price) ?? -1)
  const [first, ...others] = team.members.toSorted((one, other) => worth(other) - worth(one))
  const differs = ({ model }: Seat): boolean =>
    first !== undefined && (isKnown ? model !== first.model : vendorOf(model) !== vendorOf(first.model))
  const second = others.find(differs)
  return first && second ? [first, second] : []
}

const TYPICAL = { input: 1_000, cached: 0, output: 600 }
