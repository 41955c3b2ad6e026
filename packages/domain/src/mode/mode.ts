import type { DeclaredAnswer } from '../answer/declared.ts'
import type { Step } from '../effect/effect.ts'
import type { Event, Fact } from '../event/event.ts'
import type { Facts } from '../event/facts.ts'
import type { Limits } from '../limits/limits.ts'
import type { SettingTable } from '../setting/setting.ts'
import type { TaskId } from '../shared/ids.ts'
import type { Json } from '../shared/json.ts'
import type { Refusal, Result } from '../shared/result.ts'
import type { RunStart } from '../state/command.ts'
import type { Run, Session } from '../state/session.ts'
import type { Task } from '../state/task.ts'
import type { Seat, SeatedTeam } from '../team/team.ts'
import type { Course, Pace } from './course.ts'
import type { Transitions } from './transitions.ts'

export type DefaultLimits = Partial<Limits> & {
  readonly [cap in 'maxCalls' | 'maxTotalTokens' | 'maxDuration']: number
}

/** A run as its first event tells of it. */
export type OpenedRun = Pick<Run, 'goal' | 'mode' | 'team' | 'settings' | 'limits'>

/** The values of a mode's settings. */
export type ModeSettings = { readonly [name: string]: Json }

/** Slugs of agents. */
export type ModeSeats = {
  readonly lead?: string
  readonly judge?: string
  readonly members?: readonly string[]
  /** A team that names no judge gets the usual one. */
  readonly needsJudge?: boolean
}

/** A root task's report, with the place and the agent it came from. */
export type Report = Facts['task.finished'] & {
  readonly task: TaskId
  readonly agent: string
  readonly turn: number | null
}

/** What the user is asked in their own turn, and what their words mean there: the text that an agent would have reported. */
export type UserTurn<Data> = {
  ask(session: Session, data: Data, task: Task): { readonly question: string; readonly options: readonly string[] }
  read(session: Session, data: Data, task: Task, text: string): Result<string>
}

/**
 * How a team works together. Pure: a table and four functions. It assigns tasks, moves the run and wants timers;
 * it never calls a model, and knows nothing of crashes, pauses, retries or limits of tokens and money.
 */
export interface Mode<Data extends Json = Json> {
  readonly name: string
  readonly summary: string
  readonly transitions: Transitions
  /**
   * What follows when a limit of the run is reached. `words`: each agent gets one last call, without tools, to say what it
   * has. `reserve`: tasks end with what they have said, and what the mode assigns then is paid for from the reserve.
   * `silence`: nothing more is asked.
   */
  readonly closing: 'words' | 'reserve' | 'silence'
  /** What programs read of what its agents say. */
  readonly answers?: readonly DeclaredAnswer[]
  /** Its own settings; in the settings file they are under its name. */
  readonly settings?: SettingTable
  /** The mode whose settings it uses, if it has none. */
  readonly settingsOf?: string
  /** The default seats, if neither the user nor the team names any. */
  seats?(settings: ModeSettings): ModeSeats
  /** The default caps. Without caps on calls, tokens and minutes a model could run forever. */
  limits(team: { readonly members: { readonly length: number } }): DefaultLimits
  /** The minutes that a turn or a task of this seat may take, and the setting that says so. */
  turnMinutes?(run: RunStart, seat: Seat): { readonly limit: string; readonly minutes: number }
  /** A turn is what this mode counts as one, and it ends the run itself; elsewhere each call of a root task is one. */
  readonly countsTurns?: boolean
  /** `maxIterations` counts the rounds of this run, and it ends the run itself; elsewhere each reply of a task is one. */
  countsIterations?(run: Run): boolean
  /** Why a run cannot be started so, if it cannot. */
  refuse?(run: RunStart): Refusal | undefined
  /** The status of the run, if this mode can say more than the default. */
  status?(session: Session, data: Data): string
  /** The calls that a run makes at this pace, for the estimate before it starts. */
  course(run: RunStart, pace: Pace, goal: string): Course
  /** The turns taken, and the most there may be: null while unknown. If missing, each call of a root task is a turn. */
  turns?(run: Run, data: Data): { readonly taken: number; readonly most: number | null }
  /** The limits that follow from the goal, the settings and the models, as far as they are known before the run begins. */
  limitsAtStart?(run: RunStart): Partial<Limits>
  /** What will probably become of the limits, as far as the goal and the settings say. */
  limitsExpected?(run: OpenedRun): Partial<Limits> | undefined
  /** The default caps by how the mode works, if it works in several ways. */
  limitsBy?(team: { readonly members: { readonly length: number } }): { readonly [way: string]: Partial<Limits> }
  blank(team: SeatedTeam, settings: Run['settings'], tags: readonly string[]): Data
  evolve(data: Data, event: Event): Data
  /** Reads one root task's answer; the only place that parses model text. */
  absorb(session: Session, data: Data, report: Report): readonly Fact[]
  next(session: Session, data: Data): Step
  /** The turns of a user who has a seat. If missing, there is no seat for the user. */
  readonly userTurn?: UserTurn<Data>
  /** Why an edited text does not pass the gate that the run waits at. */
  refuseEdit?(session: Session, text: string): Refusal | undefined
  /** Who answers what the user says after the end, given the queued messages. */
  followUp(session: Session, data: Data): readonly Fact[]
  /** What a run still hands over when the user stops it. */
  stopped?(session: Session, data: Data): { readonly facts: readonly Fact[]; readonly summary: string } | undefined
  /** Who may take over a step of this run. If missing, work has no steps. */
  heirs?(run: Run): readonly Seat[]
  /** The task that is given what the user says in the middle of the run, if it is this one. */
  hears(session: Session, task: Task): boolean
}
