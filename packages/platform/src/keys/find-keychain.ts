import { win32 } from 'node:path'
import { ok, type Result, refuse } from '@convene/domain'
import type { Keyring } from '@convene/engine'
import { findProgram, isProgram } from '../processes/find-program.ts'
import { ownSystem } from '../system/system.ts'
import type { KeychainOptions } from './keychain-options.ts'
import { macKeychain } from './mac-keychain.ts'
import { isAnswering, secretService } from './secret-service.ts'
import { windowsProtection } from './windows-protection.ts'

export type KeychainSearch = Omit<KeychainOptions, 'command'> & {
  readonly platform?: string
  /** How long the keychain may take to respond. */
  readonly probeMs?: number
}

/** The system keychain, or why none is available. Called only to store or read a key. */
export async function findKeychain(search: KeychainSearch): Promise<Result<Keyring>> {
  const { platform = ownSystem.name, environment } = search
  if (platform === 'darwin') return keychainAt('/usr/bin/security', search, macKeychain)
  if (platform === 'win32') return keychainAt(powershellIn(environment), search, windowsProtection)
  return findSecretService(search)
}

const PROBE_MS = 3_000

async function findSecretService(search: KeychainSearch): Promise<Result<Keyring>> {
  const { environment, probeMs = PROBE_MS } = search
  if (!environment.DBUS_SESSION_BUS_ADDRESS) return none('there is no desktop session (DBUS_SESSION_BUS_ADDRESS)')
  const command = findProgram('secret-tool', environment)
  if (command === undefined) return none('the program secret-tool is missing; it comes with libsecret-tools')
  const options = { ...search, command }
  const answering = await isAnswering({ ...options, limitMs: probeMs })
  return answering.ok ? ok(secretService(options)) : none('no Secret Service answers in this session')
}

function keychainAt(
  command: string,
  search: KeychainSearch,
  open: (options: KeychainOptions) => Keyring,
): Result<Keyring> {
  return isProgram(command) ? ok(open({ ...search, command })) : none(`${command} is missing`)
}

const none = (reason: string): Result<never> => refuse('no_keychain', reason)

const powershellIn = ({ SystemRoot, SYSTEMROOT }: KeychainSearch['environment']): string =>
  win32.join(SystemRoot ?? SYSTEMROOT ?? 'C:\\Windows', 'System32', 'WindowsPowerShell', 'v1.0', 'powershell.exe')
