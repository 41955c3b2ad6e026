import { allOptions, type ListedOption, type Result, refuse } from '@convene/domain'
import type { RunRequest } from './run-request.ts'

type Settings = RunRequest['settings']

/** Refuses settings that belong to another mode. */
export function refuseMisplaced(settings: Settings, said: Settings, mode: string): Result<never> | undefined {
  const ofOthers = allOptions.filter((each) => each.within === 'settings' && each.mode !== mode)
  // It also chooses the mode of a run that continues another.
  if (settings?.reflect === true && ofOthers.some(({ key }) => key === 'reflect')) return refuseReflect(mode)
  const [misplaced] = ofOthers.filter(({ key }) => said?.[key] !== undefined)
  if (misplaced) return refuseOption(misplaced, mode)
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

function refuseOption({ key, flag, mode: own }: ListedOption, mode: string): Result<never> {
  const name = flag?.name ?? key
  return refuse(
    `bad_${name}`,
    `\`--${name}\` works only in a ${own}, but the mode is ${mode}. Add \`--mode ${own}\`, or leave it out.`,
  )
}
