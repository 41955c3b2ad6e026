import type { Settings } from '@convene/adapters'
import { type Result, refuse } from '@convene/domain'
import type { RunWish } from './prepare-run.ts'

/** The settings choose mode and team together, and only where the person has chosen neither, nor agents. */
export function usualWish(wish: RunWish, { defaultMode, defaultTeam }: Settings): RunWish {
  return isOpen(wish) ? { ...wish, mode: defaultMode, team: defaultTeam } : wish
}

/** Whoever did not choose the team should know where its name comes from. */
export function namesSetting<T>(seating: Result<T>, wish: RunWish, { defaultTeam }: Settings): Result<T> {
  if (seating.ok || defaultTeam === undefined || !isOpen(wish)) return seating
  const { code, message } = seating.refusal
  return refuse(code, `The settings choose the team "${defaultTeam}" (defaultTeam). ${message}`)
}

const isOpen = ({ mode, team, agents = [], settings }: RunWish): boolean =>
  mode === undefined && team === undefined && agents.length === 0 && settings?.reflect !== true
