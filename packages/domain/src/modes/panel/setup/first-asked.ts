import type { Facts } from '../../../event/facts.ts'
import type { Run } from '../../../state/session.ts'
import type { Seat } from '../../../team/team.ts'
import { hasUserSeat } from '../../../team/user-seat.ts'
import { vendorOf } from '../../../track-record/vendor.ts'
import { costOf } from '../../../usage/usage.ts'
import { depthOf, panelSettings } from './settings.ts'

/** Who is asked before the others. */
export type First = NonNullable<Facts['protocol.chosen']['first']>

type Asking = Pick<Run, 'settings' | 'team'>

/**
 * Who is asked before the others: two from different vendors, or everyone in the order a vote asks them. Undefined if
 * the whole panel starts at once: by choice, for a deep decision, or because the panel has only two seats or one
 * vendor.
 */
export function firstAsked(run: Asking, depthByHead: string | undefined): First | undefined {
  // The user speaks before anyone else, and two agents must not decide over their head.
  if (hasUserSeat(run.team)) return undefined
  const ask = panelSettings(run).ask ?? (depthOf(run, depthByHead) === 'deep' ? 'everyone' : 'two-first')
  if (ask === 'everyone') return undefined
  const pair = pairOf(run)
  if (ask === 'as-few-as-needed') {
    const others = run.team.members.filter((seat) => !pair.includes(seat))
    return { ask, seats: [...pair, ...others].map(({ slug }) => slug) }
  }
  return pair.length < 2 || run.team.members.length < 3 ? undefined : { ask, seats: pair.map(({ slug }) => slug) }
}

/** The cheapest seat, and the cheapest from another vendor. Seats without a price come last. */
function pairOf({ team, settings }: Asking): readonly Seat[] {
  const price = ({ model }: Seat) => costOf(TYPICAL, settings.models[model]?.price) ?? Number.MAX_VALUE
  const [first, ...others] = team.members.toSorted((one, other) => price(one) - price(other))
  const second = others.find(({ model }) => first && vendorOf(model) !== vendorOf(first.model))
  return first && second ? team.members.filter((seat) => seat === first || seat === second) : []
}

const TYPICAL = { input: 1_000, cached: 0, output: 600 }
