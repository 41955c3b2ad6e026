import { createHash } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { type Refusal, type Result, refuse } from '@convene/domain'
import type { KeyPlace } from '@convene/engine'
import { safeEnvironment } from '../processes/safe-environment.ts'
import type { ProgramAnswer } from './ask-program.ts'

/** How to reach a system keychain. */
export type KeychainOptions = {
  /** Full path of the program that talks to it. */
  readonly command: string
  /** The data folder that owns the keys. */
  readonly home: string
  readonly environment: { readonly [name: string]: string | undefined }
  /** How long it may take to answer. The user may have to unlock it in that time. */
  readonly limitMs?: number
}

export const usualLimitMs = 20_000

const desktop = ['DBUS_SESSION_BUS_ADDRESS', 'DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY', 'XDG_CURRENT_DESKTOP']

/** What the program may see: enough to find the keychain and prompt the user, and no API key. */
export function keychainEnvironment(environment: KeychainOptions['environment']): { [name: string]: string } {
  const around = desktop.flatMap((name) => (environment[name] ? [[name, environment[name]] as const] : []))
  return { ...safeEnvironment(environment), ...Object.fromEntries(around) }
}

/** Two data folders of one user have separate keys. One folder has the same keys, no matter which link leads to it. */
export const folderMark = (home: string): string =>
  createHash('sha256')
    .update(existsSync(home) ? realpathSync(home) : home)
    .digest('hex')
    .slice(0, 16)

/** Why the keychain failed, and what helps. */
export function silent({ label }: KeyPlace, { code, message }: Refusal): Result<never> {
  const hint = 'Unlock it and try again. Keys in the environment work without it.'
  return refuse(code, `${capital(label)} ${message}. ${hint}`)
}

/** The keychain's error. Its output is untrusted, so one line of it is enough. */
export function keychainFailure(place: KeyPlace, { code, complaint }: ProgramAnswer): Result<never> {
  const reason = complaint.trim().split('\n')[0]?.slice(0, 200) || `code ${code}`
  return silent(place, { code: 'keychain_failed', message: `refused: ${reason}` })
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
