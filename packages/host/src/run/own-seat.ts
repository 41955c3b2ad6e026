import {
  hasUserSeat,
  isOtherAgent,
  type ModeSettings,
  type Refusal,
  type RunStart,
  type SeatedRun,
  type SeatedTeam,
  seatsUser,
  withUserSeat,
} from '@convene/domain'
import type { HostRunRequest } from './run-request.ts'

const wantsSeat = (mode: string, { userSeat }: ModeSettings): boolean => userSeat === true && seatsUser(mode)

/**
 * The team with a seat for the user, if they want one and can be asked. In a run started by another agent, they have
 * none.
 */
export function withOwnSeat({ team, mode }: SeatedRun, request: HostRunRequest, settings: ModeSettings): SeatedTeam {
  const isThere = request.interactive && !request.asksNothingElse && !isOtherAgent(request.startedBy)
  return isThere && wantsSeat(mode, settings) ? withUserSeat(team) : team
}

/** Warns that nobody is there to take the seat. */
export function emptySeat({ mode, team, settings }: RunStart): readonly Refusal[] {
  if (!wantsSeat(mode, settings.mode) || hasUserSeat(team)) return []
  const message = 'Your seat stays empty, because this run cannot ask you. Start it in a terminal or in the app.'
  return [{ code: 'empty_seat', message }]
}
