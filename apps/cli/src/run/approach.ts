import { AUTO } from '@convene/domain'
import { type HostRunRequest, leavesChoice, settingsOf } from '@convene/host'
import type { ChosenApproach } from '@convene/reading'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'

/** On a terminal, a new session without a mode, team or agents lets its goal choose. A script gets one agent. */
export async function withChoice(program: CliProgram, input: Input, request: HostRunRequest): Promise<HostRunRequest> {
  const { canAsk, out } = program.terminal
  if (!canAsk || !out.isTerminal || input.flag('json') || input.text('session') !== undefined) return request
  const settings = await settingsOf(program)
  return settings.ok && leavesChoice(request, settings.value.settings) ? { ...request, mode: AUTO } : request
}

/** What the goal chose, why, and how to choose something else. */
export const choiceText = (
  { label, mode, team, because }: ChosenApproach,
  choosing = 'To choose yourself, use --mode or --team.',
): string => `${label} (${team ? `team ${team}` : `mode ${mode}`}), because ${because}. ${choosing}`
