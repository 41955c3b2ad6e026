import type { RunForecast } from '../mode/forecast.ts'
import type { OpenedRun } from '../mode/mode.ts'
import type { ProgressView } from '../mode/view.ts'
import type { RunStart } from '../state/command.ts'
import type { Run } from '../state/session.ts'
import { modes } from './modes.ts'
import { modeViewOf } from './view-of.ts'

/** A run's turns as its mode counts them, and the maximum. A panel counts contributions, not calls. */
export const turnsOf = (run: Run): ProgressView['turns'] => modeViewOf(run).progress.turns

const forecastOf = (run: OpenedRun): Partial<RunForecast> => modes[run.mode]?.forecast(run) ?? {}

/** The limits to start a run with, so that its first event shows those that will apply. */
export const limitsAtStart = (run: RunStart): RunStart['limits'] => ({
  ...run.limits,
  ...forecastOf({ ...run, goal: '' }).starts,
})

/** The limits that will probably apply: a mode may learn more from the goal than a run starts with. */
export const limitsExpected = (run: OpenedRun): Run['limits'] => ({ ...run.limits, ...forecastOf(run).limits })

/** What the user should know before the run starts, if its mode has something to say. */
export const noticeAtStart = (run: OpenedRun): string | undefined => forecastOf(run).notice
