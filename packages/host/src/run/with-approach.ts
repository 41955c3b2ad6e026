import { AUTO } from '@convene/domain'
import { defaultSettings, type Settings } from '@convene/library'
import { type ChosenApproach, chooseApproach } from '@convene/reading'
import type { Program } from '../program.ts'
import { isForeign } from '../teams/wanted-team.ts'
import { type Choices, isOpen } from './with-default-team.ts'

type Request = Choices & { readonly goal?: string | undefined }

/** A request with the mode and team that its goal chose, if they were left to it, and what it chose. */
export async function withApproach<R extends Request>(
  program: Program,
  request: R,
): Promise<{ readonly request: R; readonly approach?: ChosenApproach }> {
  if (request.mode !== AUTO) return { request }
  if (!isOpen({ ...request, mode: undefined })) return { request: { ...request, mode: undefined } }
  const { team, ...rest } = chooseApproach(request.goal ?? '')
  // A repository can bring a team of the same name, but the user did not ask for that one.
  const approach: ChosenApproach = team === undefined || (await isForeign(program, team)) ? rest : { ...rest, team }
  const settings = approach.settings && { settings: { ...approach.settings, ...request.settings } }
  return { request: { ...request, mode: approach.mode, team: approach.team, ...settings }, approach }
}

/** Whether nothing that the user said or set chooses how to work, so the goal may choose. */
export const leavesChoice = (request: Choices, { defaultMode, defaultTeam, defaultAgent }: Settings): boolean =>
  isOpen(request) &&
  defaultMode === undefined &&
  defaultTeam === undefined &&
  defaultAgent === defaultSettings.defaultAgent
