import type { Step } from '../../effect/effect.ts'
import type { EventPlace, Fact } from '../../event/event.ts'
import type { TaskReport } from '../../mode/mode.ts'
import { absorbBallot } from './ballot/absorb.ts'
import { closeDecision } from './ballot/close-decision.ts'
import { closeDiscussion } from './ballot/close-discussion.ts'
import { absorbVotes } from './debate/decision/absorb.ts'
import { nextInDecision } from './debate/decision/next.ts'
import { voteFacts } from './debate/decision/vote-facts.ts'
import { absorbDiscussion } from './debate/discussion/absorb.ts'
import { nextInDiscussion } from './debate/discussion/next.ts'
import { positionFacts } from './debate/ledger.ts'
import type { DebateContext } from './debate/state.ts'
import type { StatedAt } from './debate/stated-at.ts'
import { absorbEstimate } from './estimate/absorb.ts'
import { closeEstimate, nextInEstimate } from './estimate/next.ts'
import { reportEstimate } from './estimate/report.ts'
import type { ReportContext } from './report/state.ts'
import type { ProtocolName } from './setup/protocol-name.ts'
import type { Panel } from './state.ts'

/**
 * How a panel gets from its topic to ballots that can be counted. Head, gate, moderation, limits, secrecy, ledger,
 * report and follow-up are the same in every protocol.
 */
type Protocol = {
  /** Who speaks, and when the debate ends. */
  debate(context: ReportContext): Step
  /** From the end of the debate to the last ballot. Undefined once all are in. */
  close(context: ReportContext): Step | undefined
  /** What an approved contribution says about its author's position. */
  positions(context: DebateContext, text: string, at: StatedAt): readonly Fact[]
  /** Reads an answer that not every protocol asks for. */
  absorb(context: ReportContext, report: TaskReport, place: EventPlace): readonly Fact[]
  /** How the result is written, if the Head does not write it. */
  write?(context: ReportContext): Step
}

const protocols: { readonly [name in ProtocolName]: Protocol } = {
  /** Everyone votes blind, only a split is debated, and the last votes are the ballots. */
  decide: { debate: nextInDecision, close: closeDecision, positions: voteFacts, absorb: absorbVotes },
  /** Blind first, then one speaker at a time until the panel has converged, then a secret ballot. */
  discuss: {
    debate: nextInDiscussion,
    close: closeDiscussion,
    positions: positionFacts,
    absorb: (context, report, place) =>
      absorbDiscussion(context, report, place) ?? absorbBallot(context, report, place),
  },
  /** Everyone estimates twice under seal, and reads the reasons of the others in between. */
  estimate: {
    debate: nextInEstimate,
    close: closeEstimate,
    positions: () => [],
    absorb: absorbEstimate,
    write: reportEstimate,
  },
}

/** A panel's protocol. Logs from before there were two are discussions. */
export const protocolOf = ({ opening: { protocol } }: Panel): Protocol => protocols[protocol ?? 'discuss']
