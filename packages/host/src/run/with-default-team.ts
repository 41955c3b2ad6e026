import { type Json, type Result, refuse } from '@convene/domain'
import type { Settings } from '@convene/library'

/** What the user may have chosen for a run. */
export type Choices = {
  readonly mode?: string | undefined
  readonly team?: string | undefined
  readonly agents?: readonly string[]
  readonly settings?: { readonly [key: string]: Json }
}

/** The settings choose mode and team together, and only if the user named neither a mode nor a team nor agents. */
export function withDefaultTeam<W extends Choices>(request: W, { defaultMode, defaultTeam }: Settings): W {
  return isOpen(request) ? { ...request, mode: defaultMode, team: defaultTeam } : request
}

/** A user who did not choose the team should know where its name comes from. */
export function namesSetting<T>(seating: Result<T>, request: Choices, { defaultTeam }: Settings): Result<T> {
  if (seating.ok || defaultTeam === undefined || !isOpen(request)) return seating
  const { code, message } = seating.refusal
  return refuse(code, `The settings select the team "${defaultTeam}" (defaultTeam). ${message}`)
}

/** Whether no mode, team or agents have been chosen. */
export const isOpen = ({ mode, team, agents = [], settings }: Choices): boolean =>
  mode === undefined && team === undefined && agents.length === 0 && settings?.reflect !== true
