import type { Result } from '@convene/domain'
import type { KeyPlace, Keyring } from '@convene/engine'
import type { Entries } from './entries-file.ts'

/** Keys by variable name, and what could not be read. */
export type KeyReading = { readonly keys: Entries; readonly problems: readonly string[] }

/** Which keys are in a keychain: which keychain, and a mark that changes with the key. */
export type Register = Entries

export const kindIn = (mark: string): KeyPlace['kind'] => mark.split(' ')[0] as KeyPlace['kind']

const RETRY_MS = 10_000

export type KeychainReaderOptions = {
  findKeychain(): Promise<Result<Keyring>>
  now(): number
}

/**
 * Reads keys from the keychain one after another, so that the user is asked to unlock it once. A key is read again only
 * after it was stored again, and a failed one not at once: a keychain that hangs must not hold up every call.
 */
export function keychainReader({
  findKeychain,
  now,
}: KeychainReaderOptions): (register: Register) => Promise<KeyReading> {
  const known = new Map<string, string>()
  let failure: { readonly problems: readonly string[]; readonly of: string; readonly at: number } | undefined
  let reading: { readonly of: string; readonly problems: Promise<readonly string[]> } | undefined
  const readOnce = async (of: string, wanted: Marked): Promise<void> => {
    // Concurrent readers share one lookup: separate ones would each prompt to unlock.
    if (reading?.of !== of) reading = { of, problems: readAll(findKeychain, wanted, known) }
    const problems = await reading.problems
    failure = problems.length > 0 ? { problems, of, at: now() } : undefined
    reading = undefined
  }
  return async (register) => {
    const unknown = Object.entries(register).filter(([variable, mark]) => !known.has(`${variable} ${mark}`))
    const of = JSON.stringify(unknown)
    const isRecent = failure?.of === of && now() - failure.at < RETRY_MS
    if (unknown.length > 0 && !isRecent) await readOnce(of, unknown)
    const keys = Object.entries(register).flatMap(([variable, mark]) => {
      const key = known.get(`${variable} ${mark}`)
      return key === undefined ? [] : [[variable, key] as const]
    })
    return { keys: Object.fromEntries(keys), problems: unknown.length > 0 ? (failure?.problems ?? []) : [] }
  }
}

type Marked = readonly (readonly [variable: string, mark: string])[]

async function readAll(
  findKeychain: KeychainReaderOptions['findKeychain'],
  wanted: Marked,
  known: Map<string, string>,
): Promise<readonly string[]> {
  const keychain = await findKeychain()
  const names = wanted.map(([variable]) => variable).join(', ')
  if (!keychain.ok) return [`${names} cannot be read from the keychain: ${keychain.refusal.message}. ${otherwise}`]
  const { place } = keychain.value
  const problems: string[] = []
  for (const [variable, mark] of wanted) {
    const isHere = kindIn(mark) === place.kind
    const read = isHere ? await keychain.value.read(variable) : undefined
    if (read?.ok && read.value !== undefined) known.set(`${variable} ${mark}`, read.value)
    else if (read?.ok) problems.push(`${variable} is not in ${place.label}, or the keychain is locked. ${otherwise}`)
    else if (read) return [...problems, `${names} cannot be read. ${read.refusal.message}`]
    else problems.push(`${variable} was stored in the keychain of another system. ${otherwise}`)
  }
  return problems
}

const otherwise = 'Set it in the environment, or store it again.'
