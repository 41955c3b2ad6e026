import type { Limits } from '../limits/limits.ts'
import type { Seat } from '../team/team.ts'
import type { Course, Pace } from './course.ts'

/** What can be said about a run before it has done anything. Parts that take time are computed when they are read. */
export type RunForecast = {
  /** The calls it makes at this pace, for its estimate. */
  course(pace: Pace): Course
  /** The limits to start with, as far as they follow from the settings and the models. */
  readonly starts?: Partial<Limits>
  /** What the limits will probably become, judging by the goal and the settings. */
  readonly limits?: Partial<Limits>
  /** If true, `maxIterations` counts rounds and the mode ends the run itself. Otherwise each task reply counts. */
  readonly countsIterations?: boolean
  /** What the user should know before it starts, other than the team and the cost. */
  readonly notice?: string | undefined
  /** The minutes a turn or task of this seat may take, and the setting that determines it. */
  turn?(seat: Seat): { readonly limit: string; readonly minutes: number }
}
