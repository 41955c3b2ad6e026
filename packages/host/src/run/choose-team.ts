import { AUTO } from '@convene/domain'
import { defaultSettings, type Settings } from '@convene/library'
import { type ChosenApproach, chooseApproach } from '@convene/reading'
import type { Program } from '../program.ts'
import { isForeign } from '../teams/wanted-team.ts'
import { choiceToContinue } from './continue-run.ts'
import type { ContinuedChoice, HostRunRequest } from './run-request.ts'

type Named = Pick<HostRunRequest, 'mode' | 'team' | 'agents' | 'settings'>

/**
 * Who works, and how: as requested, then as in the session's last run, then as the goal suggests if it was asked
 * (`auto`), then as the settings say. Whatever is open after that gets its mode's default seats.
 */
export async function chooseTeam(program: Program, settings: Settings, said: HostRunRequest): Promise<ContinuedChoice> {
  const choice = choiceToContinue(said)
  const isAuto = choice.request.mode === AUTO
  const request = isAuto ? { ...choice.request, mode: undefined } : choice.request
  if (!leavesTeamOpen(request)) return { ...choice, request }
  if (isAuto) return { ...choice, ...(await chosenByGoal(program, request)) }
  // The settings choose both together, or neither.
  const { defaultMode: mode, defaultTeam: team } = settings
  return { ...choice, request: { ...request, mode, team }, bySettings: true }
}

/** Whether no mode, team or agents have been named. */
export const leavesTeamOpen = ({ mode, team, agents = [], settings }: Named): boolean =>
  mode === undefined && team === undefined && agents.length === 0 && settings?.reflect !== true

/** Whether nothing that the user said or set chooses how to work, so the goal may choose. */
export const leavesChoice = (request: Named, { defaultMode, defaultTeam, defaultAgent }: Settings): boolean =>
  leavesTeamOpen(request) &&
  defaultMode === undefined &&
  defaultTeam === undefined &&
  defaultAgent === defaultSettings.defaultAgent

async function chosenByGoal(program: Program, request: HostRunRequest): Promise<ContinuedChoice> {
  const { team, ...rest } = chooseApproach(request.goal ?? '')
  // A repository can bring a team of the same name, but the user did not ask for that one.
  const approach: ChosenApproach = team === undefined || (await isForeign(program, team)) ? rest : { ...rest, team }
  const settings = approach.settings && { settings: { ...approach.settings, ...request.settings } }
  return { request: { ...request, mode: approach.mode, team: approach.team, ...settings }, approach }
}
