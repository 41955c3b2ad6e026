import type { DeclaredAnswer } from '../answer/declared.ts'
import type { Step } from '../effect/effect.ts'
import type { Event, Fact } from '../event/event.ts'
import type { Facts } from '../event/facts.ts'
import type { Limits } from '../limits/limits.ts'
import type { RunOption } from '../run-option/option.ts'
import type { SettingTable } from '../setting/setting.ts'
import type { TaskId } from '../shared/ids.ts'
import type { Json } from '../shared/json.ts'
import type { Refusal, Result } from '../shared/result.ts'
import type { RunStart } from '../state/command.ts'
import type { Run, Session } from '../state/session.ts'
import type { Task } from '../state/task.ts'
import type { Seat, SeatedTeam } from '../team/team.ts'
import type { Traits } from '../trait/traits.ts'
import type { RunForecast } from './forecast.ts'
import type { Transitions } from './transitions.ts'
import type { ModeView } from './view.ts'

export type DefaultLimits = Partial<Limits> & {
  readonly [cap in 'maxCalls' | 'maxTotalTokens' | 'maxDuration']: number
}

/** A run, as described by its first event. */
export type OpenedRun = Pick<Run, 'goal' | 'mode' | 'team' | 'settings' | 'limits'>

/** The values of a mode's settings. */
export type ModeSettings = { readonly [name: string]: Json }

/** What others know of a mode without loading it: the page, the editor and the command line start with this. */
export type Face = {
  readonly name: string
  readonly summary: string
  /** How it differs from other modes, for everyone who would otherwise ask for its name. */
  readonly traits: Traits
  /** Its own settings, stored under its name in the settings file. */
  readonly settings?: SettingTable
  /** Options of a run in this mode that cannot be set in the settings file. */
  readonly options?: { readonly [key: string]: RunOption }
  /** The mode whose settings it uses, if it has none itself. */
  readonly settingsOf?: string
}

/** Agents' slugs. */
export type ModeSeats = {
  readonly lead?: string
  readonly judge?: string
  readonly members?: readonly string[]
  /** A team without a judge gets the default one. */
  readonly needsJudge?: boolean
}

/** A root task's report, with the place and the agent it came from. */
export type TaskReport = Facts['task.finished'] & {
  readonly task: TaskId
  readonly agent: string
  readonly turn: number | null
}

/** What the user is asked in their own turn, and how their words are read: as the text an agent would report. */
export type UserTurn<Data> = {
  ask(session: Session, data: Data, task: Task): { readonly question: string; readonly options: readonly string[] }
  read(session: Session, data: Data, task: Task, text: string): Result<string>
}

/** How a run deals with its user. */
export type UserSide<Data> = {
  /** Whether this task receives what the user says in the middle of the run. */
  hears(session: Session, task: Task): boolean
  /** Who answers what the user says after the end, given the queued messages. */
  followUp(session: Session, data: Data): readonly Fact[]
  /** The turns of a user who has a seat. If missing, the mode has no seat for the user. */
  readonly turn?: UserTurn<Data>
  /** Why an edited text does not pass the gate the run is waiting at. */
  refuseEdit?(session: Session, text: string): Refusal | undefined
  /** The run's status, if this mode can say more than the default. */
  status?(session: Session, data: Data): string
  /** What a run still delivers when the user stops it. */
  stopped?(session: Session, data: Data): { readonly facts: readonly Fact[]; readonly summary: string } | undefined
}

/**
 * How a team works together. Pure: a table and four functions. It assigns tasks, moves the run and wants timers. It
 * never calls a model, and knows nothing about crashes, pauses, retries or limits on tokens and money.
 */
export interface Mode<Data extends Json = Json> extends Face {
  readonly transitions: Transitions
  /** The answers of its agents that programs read. */
  readonly answers?: readonly DeclaredAnswer[]
  /** The default seats, if neither the user nor the team names any. */
  seats?(settings: ModeSettings): ModeSeats
  /**
   * The default caps, also by one of the ways in which it can work (see the trait `ways`). Without caps on calls, tokens
   * and minutes a model could run forever.
   */
  limits(team: { readonly members: { readonly length: number } }, way?: string): DefaultLimits
  /** What can be said about a run before it has done anything: its calls, its limits, what the user should know. */
  forecast(run: OpenedRun): RunForecast
  /** Why a run cannot start like this. Undefined if it can. */
  refuse?(run: RunStart): Refusal | undefined
  blank(team: SeatedTeam, settings: Run['settings'], tags: readonly string[]): Data
  evolve(data: Data, event: Event): Data
  /** What a run shows about itself, on every surface. If missing, only its turns. It must be cheap: see `viewOf`. */
  view?(run: Run, data: Data): ModeView
  /** Reads one root task's answer. The only place that parses model text. */
  absorb(session: Session, data: Data, report: TaskReport): readonly Fact[]
  next(session: Session, data: Data): Step
  readonly user: UserSide<Data>
  /** Who may take over a step of this run. If missing, the mode has no steps. */
  heirs?(run: Run): readonly Seat[]
}
