import type { EventOf, Seat, SeatedTeam, Session, ToolSpec } from '@convene/domain'
import { readTraceparent, type TraceContext } from './trace-context.ts'

/** What spans need to know about their run that is not in their own events. */
export type RunContext = {
  readonly number: number
  readonly mode: string
  /** Low in cardinality, as the conventions require: the team's name, or the mode if the team was made for this run. */
  readonly workflow: string
  readonly since: number
  readonly seats: ReadonlyMap<string, Seat>
  readonly tools: { readonly [name: string]: ToolSpec }
  /** The span that the run is part of, if its caller is traced. */
  readonly caller: TraceContext | undefined
}

export const contextOfStart = ({ data, at }: EventOf<'run.started'>): RunContext => contextFrom(data, at)

/** For a run that another process started. */
export const contextOfRun = ({ run }: Session): RunContext | undefined =>
  run ? contextFrom(run, run.since) : undefined

type Started = Pick<EventOf<'run.started'>['data'], 'number' | 'mode' | 'team' | 'settings'>

function contextFrom({ number, mode, team, settings }: Started, since: number): RunContext {
  return {
    number,
    mode,
    workflow: team.slug === 'ad-hoc' ? mode : team.slug,
    since,
    seats: new Map(everybody(team).map((seat) => [seat.slug, seat])),
    tools: settings.tools,
    caller: readTraceparent(settings.trace),
  }
}

/**
 * Only types are imported from the rules here: anything that tracing shares with the start-up becomes a file that every
 * start loads.
 */
const everybody = ({ lead, members, judge, subagents = [] }: SeatedTeam): readonly Seat[] =>
  [lead, ...members, judge, ...subagents].filter((seat) => seat !== undefined)
