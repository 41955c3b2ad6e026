import { type Result, refuse } from '@convene/domain'
import type { KeyPlace } from '@convene/engine'
import { providerKinds } from '@convene/models'
import type { Program } from '../program.ts'

/** A key that a provider takes, and where it comes from. Never the key itself. */
export type KnownKey = {
  readonly variable: string
  readonly provider: string
  readonly label: string
  /** What only this provider's keys begin with, as the source of a pattern. */
  readonly form?: string
  readonly from: 'environment' | 'kept' | 'nowhere'
  /** Its location if it is stored, even if the environment overrides it. */
  readonly in: KeyPlace['kind'] | null
}

/** The keys of every provider that takes one. The environment wins. No keychain is opened. */
export async function knownKeys(program: Program): Promise<readonly KnownKey[]> {
  const kept = (await program.keys()).list()
  return (await namedKeys(program)).map((key) => {
    const found = kept.find(({ variable }) => variable === key.variable)
    const from = program.environment[key.variable] ? 'environment' : found ? 'kept' : 'nowhere'
    return { ...key, from, in: found?.in ?? null }
  })
}

export type KeyToKeep = {
  readonly variable: string
  readonly value: string
  /** In the file, even if there is a keychain. */
  readonly in?: 'file' | undefined
}

/** What an HTTP header can carry. Anything else came with the clipboard, and no server could accept it. */
const sendable = /^[\t\x20-\x7e\x80-\xff]+$/u

/** Why this cannot be a key, or undefined. */
export const keyProblem = (value: string): string | undefined =>
  sendable.test(value)
    ? undefined
    : 'The key contains characters that cannot be sent, such as line breaks or invisible ones. Copy it again.'

/** Stores a provider's key and says where. */
export async function keepKey(program: Program, { variable, value, in: where }: KeyToKeep): Promise<Result<KeyPlace>> {
  const known = (await namedKeys(program)).some((key) => key.variable === variable)
  if (!known)
    return refuse('unknown_key', `No provider takes its key from ${variable}. \`convene keys\` lists those that do.`)
  const bad = keyProblem(value)
  if (bad !== undefined) return refuse('bad_key', bad)
  return (await program.keys()).keep(variable, value, where)
}

/** Deletes a stored key, wherever it is. */
export async function forgetKey(program: Program, variable: string): Promise<Result<void>> {
  const keys = await program.keys()
  if (!keys.list().some((key) => key.variable === variable))
    return refuse('not_found', `No key ${variable} is stored here.`)
  return keys.forget(variable)
}

/** Every key that a provider takes. */
export async function namedKeys(program: Program): Promise<readonly Omit<KnownKey, 'from' | 'in'>[]> {
  const builtIn = Object.entries(providerKinds).flatMap(([provider, kind]) =>
    kind.keyVariable
      ? [
          {
            variable: kind.keyVariable,
            provider,
            label: kind.label,
            ...(kind.keyForm && { form: kind.keyForm.source }),
          },
        ]
      : [],
  )
  const { settings } = await program.at(program.workspace).settings()
  const own = Object.entries(settings.providers).flatMap(([provider, { apiKeyEnv }]) =>
    apiKeyEnv ? [{ variable: apiKeyEnv, provider, label: provider }] : [],
  )
  const { clientSecretEnv } = settings.server.oidc ?? {}
  const login = clientSecretEnv ? [{ variable: clientSecretEnv, provider: 'login', label: 'Login service' }] : []
  return [...builtIn, ...[...own, ...login].filter(({ variable }) => !builtIn.some((key) => key.variable === variable))]
}
