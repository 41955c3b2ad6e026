import { allOptions, type Json, type ListedOption, type Result, refuse } from '@convene/domain'
import type { HostRunRequest } from './run-request.ts'

type Settings = HostRunRequest['settings']

/** Refuses settings that belong to another mode. */
export function refuseMisplaced(settings: Settings, said: Settings, mode: string): Result<never> | undefined {
  const ofOthers = allOptions.filter((each) => each.within === 'settings' && each.mode !== mode)
  // It also chooses the mode of a run that continues another.
  if (settings?.reflect === true && ofOthers.some(({ key }) => key === 'reflect')) return refuseReflect(mode)
  const [misplaced] = ofOthers.filter(({ key }) => said?.[key] !== undefined)
  if (misplaced) return refuseOption(misplaced, mode)
  const ask = said?.ask ?? 'everyone'
  const { protocol = 'decide' } = settings ?? {}
  return protocol !== 'decide' && ask !== 'everyone' ? refuse('bad_ask', onlyToDecide(ask, protocol)) : undefined
}

const onlyToDecide = (ask: Json, protocol: Json): string =>
  `\`--ask ${ask}\` is for a decision, but the protocol is \`${protocol}\`, in which everyone speaks. Leave out one of them.`

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
