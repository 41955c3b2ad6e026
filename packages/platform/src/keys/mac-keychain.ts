import { ok, type Result, refuse } from '@convene/domain'
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

const place: KeyPlace = { kind: 'mac-keychain', label: 'the macOS keychain' }

/** Exit code of `security` if there is no such item. */
const NOT_THERE = 44
/** `security -i` splits a longer line in two and would run both halves. */
const MOST_LINE = 4_000

/**
 * Keys in the macOS keychain, through `security`. A key is written to standard input, where `-i` reads commands, as
 * Base64: then no part of it can be parsed as another argument, and the result is never converted to hex.
 */
export function macKeychain(options: KeychainOptions): Keyring {
  const item = (variable: string) => ['-a', variable, '-s', `convene-${folderMark(options.home)}`]
  return verified({
    place,
    read: async (variable) => {
      const answer = await askSecurity(options, ['find-generic-password', ...item(variable), '-w'])
      if (!answer.ok || answer.value.code === NOT_THERE) return answer.ok ? ok(undefined) : answer
      if (answer.value.code !== 0) return keychainFailure(place, answer.value)
      return ok(Buffer.from(answer.value.output.trim(), 'base64').toString('utf8'))
    },
    keep: async (variable, key) => {
      const secret = Buffer.from(key).toString('base64')
      const line = ['add-generic-password', '-U', ...item(variable), '-l', `Convene-${variable}`, '-w', secret].join(
        ' ',
      )
      if (line.length > MOST_LINE)
        return refuse('key_too_long', `The key is too long for ${place.label}. Store it in a file instead.`)
      const answer = await askSecurity(options, ['-i'], `${line}\n`)
      if (!answer.ok) return answer
      return answer.value.code === 0 ? ok(undefined) : keychainFailure(place, answer.value)
    },
    forget: async (variable) => {
      const answer = await askSecurity(options, ['delete-generic-password', ...item(variable)])
      if (!answer.ok) return answer
      return [0, NOT_THERE].includes(answer.value.code) ? ok(undefined) : keychainFailure(place, answer.value)
    },
  })
}

async function askSecurity(
  { command, environment, limitMs = usualLimitMs }: KeychainOptions,
  args: readonly string[],
  input = '',
): Promise<Result<ProgramAnswer>> {
  const answer = await askProgram({ command, args, input, environment: keychainEnvironment(environment), limitMs })
  return answer.ok ? answer : silent(place, answer.refusal)
}
