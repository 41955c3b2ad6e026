import { ok, type Result } from '@convene/domain'
import type { KeyPlace, Keyring } from '@convene/engine'
import { askProgram, type ProgramAnswer } from './ask-program.ts'
import {
  folderMark,
  type KeychainOptions,
  keychainEnvironment,
  keychainFailure,
  silent,
  usualLimitMs,
} from './keychain-options.ts'
import { verified } from './verified.ts'

const place: KeyPlace = { kind: 'secret-service', label: 'the desktop keychain (Secret Service)' }

/** Keys in a Linux desktop's keychain, through libsecret's `secret-tool`. */
export function secretService(options: KeychainOptions): Keyring {
  const attributes = (variable: string) => [
    ...['application', 'convene'],
    ...['folder', folderMark(options.home)],
    ...['variable', variable],
  ]
  const ask = (args: readonly string[], input?: string) => askSecretTool(options, args, input)
  return verified({
    place,
    read: async (variable) => {
      const answer = await ask(['lookup', ...attributes(variable)])
      return answer.ok ? ok(isNothing(answer.value) ? undefined : answer.value.output) : answer
    },
    keep: async (variable, key) => {
      const answer = await ask(['store', `--label=Convene: ${variable}`, ...attributes(variable)], key)
      if (!answer.ok) return answer
      return answer.value.code === 0 ? ok(undefined) : keychainFailure(place, answer.value)
    },
    forget: async (variable) => {
      const answer = await ask(['clear', ...attributes(variable)])
      return answer.ok ? ok(undefined) : answer
    },
  })
}

/** Whether a Secret Service answers at all. Looks up an item that never exists, so that nothing has to be unlocked. */
export async function isAnswering(options: KeychainOptions): Promise<Result<void>> {
  const answer = await askSecretTool(options, ['lookup', 'application', 'convene', 'variable', ''])
  return answer.ok ? ok(undefined) : answer
}

/** `secret-tool` exits with 1 both for a missing item and for an error. Only an error prints a message. */
const isNothing = ({ code, output }: ProgramAnswer): boolean => code === 1 && output === ''

async function askSecretTool(
  { command, environment, limitMs = usualLimitMs }: KeychainOptions,
  args: readonly string[],
  input?: string,
): Promise<Result<ProgramAnswer>> {
  const call = { command, args, environment: keychainEnvironment(environment), limitMs }
  const answer = await askProgram({ ...call, ...(input !== undefined && { input }) })
  if (!answer.ok) return silent(place, answer.refusal)
  const { code, complaint } = answer.value
  return code !== 0 && complaint.trim() !== '' ? keychainFailure(place, answer.value) : answer
}
