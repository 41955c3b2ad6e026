import { join } from 'node:path'
import { ok, type Result } from '@convene/domain'
import type { KeyPlace, Keyring } from '@convene/engine'
import { askProgram } from './ask-program.ts'
import { changeEntry, readEntriesFile } from './entries-file.ts'
import { type KeychainOptions, keychainEnvironment, keychainFailure, silent, usualLimitMs } from './keychain-options.ts'
import { verified } from './verified.ts'

const place: KeyPlace = { kind: 'windows-protection', label: 'a file that Windows protects for you (DPAPI)' }

/** Base64 in and out, so that no code page interferes. The script itself contains no key. */
const converting = (method: 'Protect' | 'Unprotect'): string =>
  [
    "$ErrorActionPreference = 'Stop'",
    'Add-Type -AssemblyName System.Security',
    '$given = [Convert]::FromBase64String([Console]::In.ReadToEnd().Trim())',
    `$made = [Security.Cryptography.ProtectedData]::${method}($given, $null, 'CurrentUser')`,
    '[Console]::Out.Write([Convert]::ToBase64String($made))',
  ].join('; ')

/** Keys in a file that only this Windows user can open, through the system's data protection (DPAPI). */
export function windowsProtection(options: KeychainOptions): Keyring {
  const file = join(options.home, 'keys-protected.json')
  return verified({
    place,
    read: async (variable) => {
      const entries = readEntriesFile(file)
      if (!entries.ok) return entries
      const sealed = entries.value[variable]
      if (sealed === undefined) return ok(undefined)
      const opened = await convert(options, 'Unprotect', sealed)
      return opened.ok ? ok(Buffer.from(opened.value, 'base64').toString('utf8')) : opened
    },
    keep: async (variable, key) => {
      const sealed = await convert(options, 'Protect', Buffer.from(key).toString('base64'))
      return sealed.ok ? changeEntry(file, variable, sealed.value) : sealed
    },
    forget: async (variable) => changeEntry(file, variable, undefined),
  })
}

async function convert(
  { command, environment, limitMs = usualLimitMs }: KeychainOptions,
  method: 'Protect' | 'Unprotect',
  input: string,
): Promise<Result<string>> {
  const args = ['-NoProfile', '-NonInteractive', '-Command', converting(method)]
  const answer = await askProgram({ command, args, input, environment: keychainEnvironment(environment), limitMs })
  if (!answer.ok) return silent(place, answer.refusal)
  const { code, output } = answer.value
  return code === 0 && output.trim() !== '' ? ok(output.trim()) : keychainFailure(place, answer.value)
}
