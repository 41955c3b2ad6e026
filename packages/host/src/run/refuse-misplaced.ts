import { type Result, refuse, traitsOf } from '@convene/domain'
import type { RunRequest } from './run-request.ts'

/** Refuses settings that belong to another mode. */
export function refuseMisplaced(
  settings: RunRequest['settings'],
  said: RunRequest['settings'],
  mode: string,
): Result<never> | undefined {
  const isMisplaced = (option: string): boolean => !traitsOf(mode).options.includes(option)
  if (settings?.reflect === true && isMisplaced('reflect')) return refuseReflect(mode)
  const [option] = (['protocol', 'escalate', 'vote', 'userSeat'] as const).filter((name) => said?.[name] !== undefined)
  if (option !== undefined && isMisplaced(option)) return refusePanelOption(option, mode)
  if (said?.vote === true && said.escalate !== undefined) return refuse('bad_vote', BOTH)
  return settings?.protocol === 'discuss' && said?.vote === true ? refuse('bad_vote', NO_VOTE) : undefined
}

const BOTH = '`--vote` already asks only as many panelists as it needs. Leave out `--vote` or `--escalate`.'
const NO_VOTE = '`--vote` decides without a debate, but the protocol is `discuss`. Leave out one of them.'

const refuseReflect = (mode: string): Result<never> =>
  refuse(
    'bad_reflect',
    `\`--reflect\` works with a single agent, but the mode is ${mode}. For a team, use \`--mode reflect\`.`,
  )

const refusePanelOption = (setting: string, mode: string): Result<never> => {
  const option = setting === 'userSeat' ? 'seat' : setting
  return refuse(
    `bad_${option}`,
    `\`--${option}\` works only in a panel, but the mode is ${mode}. Add \`--mode panel\`, or leave it out.`,
  )
}
