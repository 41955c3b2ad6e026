import { createHash } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { type Refusal, type Result, refuse } from '@convene/domain'
import type { KeyPlace } from '@convene/engine'
import { safeEnvironment } from '../processes/safe-environment.ts'
import type { ProgramAnswer } from './ask-program.ts'

/** What a keychain of the system is reached with. */
export type KeychainOptions = {
  /** The program that speaks with it, by its whole path. */
  readonly command: string
  /** The data folder whose keys they are. */
  readonly home: string
  readonly environment: { readonly [name: string]: string | undefined }
  /** How long it may take to answer. A person may have to unlock it meanwhile. */
  readonly limitMs?: number
}

export const usualLimitMs = 20_000

const desktop = ['DBUS_SESSION_BUS_ADDRESS', 'DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY', 'XDG_CURRENT_DESKTOP']

/** What the program may know: enough to find the keychain and to ask the person, and no key. */
export function keychainEnvironment(environment: KeychainOptions['environment']): { [name: string]: string } {
  const around = desktop.flatMap((name) => (environment[name] ? [[name, environment[name]] as const] : []))
  return { ...safeEnvironment(environment), ...Object.fromEntries(around) }
}

/** Two data folders of one person have keys of their own; one folder has the same, whatever link leads to it. */
export const folderMark = (home: string): string =>
  createHash('sha256')
    .update(existsSync(home) ? realpathSync(home) : home)
    .digest('hex')
    .slice(0, 16)

/** Why the keychain did not do it, and what helps. */
export function silent({ label }: KeyPlace, { code, message }: Refusal): Result<never> {
  const hint = 'Unlock it and try again; keys in the environment work without it.'
  return refuse(code, `${capital(label)} ${message}. ${hint}`)
}

/** What the keychain answered instead. Its words are not ours: one line of them is enough. */
export function failed(place: KeyPlace, { code, complaint }: ProgramAnswer): Result<never> {
  const reason = complaint.trim().split('\n')[0]?.slice(0, 200) || `code ${code}`
  return silent(place, { code: 'keychain_failed', message: `refused: ${reason}` })
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
