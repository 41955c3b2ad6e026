// Part of the public API: it imports none of our types either.

/** The event data that most programs look at. The guide page Events has the fields of all events. */
export type RunEventData = {
  readonly message: {
    readonly author: string
    /** `user`, `agent`, `system` or another role. */
    readonly role: string
    /** `answer`, `argument`, `synthesis` and others. */
    readonly kind: string
    readonly text: string
    readonly to?: string
  }
  readonly 'run.state': {
    readonly from: string
    readonly to: string
    readonly trigger: string
    readonly reason?: string
  }
  readonly 'run.finished': {
    readonly state: 'completed' | 'failed' | 'cancelled'
    readonly reason: string
    readonly summary: string
  }
  readonly 'task.finished': {
    readonly ok: boolean
    readonly report: string
    readonly ms: number
    readonly tokens: number
    readonly error?: { readonly code: string; readonly message: string }
  }
  readonly 'tool.called': { readonly call: string; readonly tool: string; readonly input: unknown }
  readonly 'tool.finished': {
    readonly call: string
    readonly ok: boolean
    readonly output: string
    readonly ms: number
  }
  readonly 'permission.asked': { readonly ask: string; readonly tool: string; readonly resource: string }
  readonly 'question.asked': {
    readonly id: string
    readonly question: string
    readonly options: readonly string[]
    readonly gate?: string
    readonly text?: string
  }
  readonly 'decision.committed': {
    readonly decision: string
    /** Empty if nothing was decided. */
    readonly option: string
    readonly how: string
    readonly votes: { readonly [option: string]: number }
  }
  readonly warning: { readonly code: string; readonly message: string }
  readonly usage: {
    readonly model: string
    readonly input: number
    readonly cached: number
    readonly output: number
    /** Null if the price is unknown. */
    readonly costUsd: number | null
    readonly ms: number
  }
}

type OtherType =
  | 'session.created'
  | 'session.updated'
  | 'session.forked'
  | 'run.started'
  | 'message.picked'
  | 'agent.paused'
  | 'agent.resumed'
  | 'agent.status'
  | 'task.assigned'
  | 'task.nudged'
  | 'effect.started'
  | 'effect.lost'
  | 'check.started'
  | 'check.finished'
  | 'effect.aborted'
  | 'model.replied'
  | 'model.failed'
  | 'timer.fired'
  | 'clock.jumped'
  | 'permission.answered'
  | 'question.answered'
  | 'moderation'
  | 'position'
  | 'protocol.chosen'
  | 'escalation'
  | 'estimate.given'
  | 'estimate.pooled'
  | 'estimate.resolved'
  | 'options.drawn'
  | 'experiment.proposed'
  | 'experiment.opened'
  | 'experiment.predicted'
  | 'experiment.finished'
  | 'opinions.compared'
  | 'evaluation'
  | 'stall'
  | 'team.formed'
  | 'plan.drafted'
  | 'plan.reviewed'
  | 'plan.committed'
  | 'candidates.opened'
  | 'candidate.built'
  | 'candidate.judged'
  | 'candidate.chosen'
  | 'step.state'
  | 'handoff'
  | 'decision.proposed'
  | 'decision.voted'
  | 'decision.resolved'
  | 'snapshot'
  | 'trust.granted'
  | 'artifact'
  | 'artifact.reverted'
  | 'build.landing'
  | 'build.landed'
  | 'build.refused'
  | 'build.marked'
  | 'build.committed'
  | 'build.proposed'
  | 'line.commented'
  | 'line.resolved'
  | 'line.sent'
  | 'compaction'
  | 'limit.reached'
  | 'commentary'
  | 'progress'
  | 'error'

type Envelope<Type, Data> = {
  readonly seq: number
  /** ISO 8601. */
  readonly at: string
  readonly type: Type
  readonly agent?: string
  readonly task?: string
  readonly data: Data
}

/** One event of a session, the same that `convene run --json` prints. Its `type` determines its `data`. */
export type RunEvent =
  | { [Type in keyof RunEventData]: Envelope<Type, RunEventData[Type]> }[keyof RunEventData]
  | Envelope<OtherType, unknown>
