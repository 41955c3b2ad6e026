import type { Step } from '../../effect/effect.ts'
import type { Fact, Place } from '../../event/event.ts'
import type { Report } from '../../mode/mode.ts'
import type { MessageId } from '../../shared/ids.ts'
import type { Panel, PanelContext } from './state.ts'

/** Where a position was stated. */
export type StatedAt = {
  readonly place: Place
  readonly round: number
  readonly message?: MessageId
  /** Why it changed, if the position itself does not say. */
  readonly reason?: string
}

/**
 * How a panel gets from its topic to ballots that can be counted. Head, gate, moderation, limits, secrecy, ledger,
 * report and follow-up are the same in every protocol.
 */
export type Protocol = {
  /** Who speaks, and when the debate ends. */
  debate(context: PanelContext): Step
  /** From the end of the debate to the last ballot. Undefined once all are in. */
  close(context: PanelContext): Step | undefined
  /** What an approved contribution says about its author's position. */
  positions(context: PanelContext, text: string, at: StatedAt): readonly Fact[]
  /** Reads an answer that only this protocol asks for. */
  absorb(context: PanelContext, report: Report, place: Place): readonly Fact[]
}

export type Protocols = { readonly [name in 'decide' | 'discuss']: Protocol }

/** A panel's protocol. Logs from before there were two are discussions. */
export const protocolOf = (protocols: Protocols, { protocol }: Panel): Protocol => protocols[protocol ?? 'discuss']
