import { type Json, type Result, refuse } from '@convene/domain'
import type { Settings } from '@convene/library'

/** What a person may have chosen of a run. */
type Choices = {
  readonly mode?: string | undefined
  readonly team?: string | undefined
  readonly agents?: readonly string[]
  readonly settings?: { readonly [key: string]: Json }
}

/** The settings choose mode and team together, and only where the person has chosen neither, nor agents. */
export function usualWish<W extends Choices>(wish: W, { defaultMode, defaultTeam }: Settings): W {
  return isOpen(wish) ? { ...wish, mode: defaultMode, team: defaultTeam } : wish
}

/** Whoever did not choose the team should know where its name comes from. */
export function namesSetting<T>(seating: Result<T>, wish: Choices, { defaultTeam }: Settings): Result<T> {
  if (seating.ok || defaultTeam === undefined || !isOpen(wish)) return seating
  const { code, message } = seating.refusal
  return refuse(code, `The settings choose the team "${defaultTeam}" (defaultTeam). ${message}`)
}

const isOpen = ({ mode, team, agents = [], settings }: Choices): boolean =>
  mode === undefined && team === undefined && agents.length === 0 && settings?.reflect !== true
