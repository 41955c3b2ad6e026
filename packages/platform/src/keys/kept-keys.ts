import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { ok, type Result, refuse } from '@convene/domain'
import type { KeyPlace, Keyring } from '@convene/engine'
import { changeEntry, type Entries, readEntriesFile } from './entries-file.ts'
import { fileKeyring, keyFile } from './file-keyring.ts'
import { type KeyReading, keychainReader, kindIn, type Register } from './read-keychain.ts'

export type KeptKeysOptions = {
  readonly home: string
  now(): number
  /** Looks for the system keychain. Called when a key is stored, or is registered as being in one. */
  findKeychain(): Promise<Result<Keyring>>
}

export type KeptKey = { readonly variable: string; readonly in: KeyPlace['kind'] }

/** Where a key would be stored now and, if that is a file, why no keychain is used. */
export type KeyHome = { readonly place: KeyPlace; readonly because?: string }

/** API keys the user asked Convene to store: in the system keychain if available, otherwise in a file. */
export type KeptKeys = {
  place(): Promise<KeyHome>
  /** Which keys are stored, and where. Opens no keychain. */
  list(): readonly KeptKey[]
  /** Which files cannot be read, and why. Their keys are missing from the list. */
  damage(): readonly string[]
  read(): Promise<KeyReading>
  /** Stores in the keychain, or in the file if there is no keychain or the caller asks for it. */
  keep(variable: string, key: string, where?: 'file'): Promise<Result<KeyPlace>>
  forget(variable: string): Promise<Result<void>>
  /** Moves keys from the file to the keychain. Each one leaves the file only after it has been read back. */
  move(): Promise<Result<readonly string[]>>
}

/** Opens the keys of a data folder. A register lists those in the keychain, so it is never opened in vain. */
export function openKeptKeys(options: KeptKeysOptions): KeptKeys {
  const { home, findKeychain } = options
  const file = fileKeyring(home)
  const register = registerIn(home)
  const fromKeychain = keychainReader(options)
  const keep = async (keychain: Keyring, variable: string, key: string): Promise<Result<KeyPlace>> => {
    const kept = await keychain.keep(variable, key)
    const noted = kept.ok ? register.add(variable, keychain.place.kind) : kept
    const gone = noted.ok ? await file.forget(variable) : noted
    return gone.ok ? ok(keychain.place) : gone
  }
  return {
    place: async () => {
      const keychain = await findKeychain()
      return keychain.ok ? { place: keychain.value.place } : { place: file.place, because: keychain.refusal.message }
    },
    list: () => listed(entriesOf(keyFile(home)), register.all()),
    damage: () => damageIn(home),
    read: async () => {
      const sealed = await fromKeychain(register.all())
      return {
        keys: { ...entriesOf(keyFile(home)), ...sealed.keys },
        problems: [...damageIn(home), ...sealed.problems],
      }
    },
    keep: async (variable, key, where) => {
      const keychain = where === 'file' ? undefined : await findKeychain()
      return keychain?.ok ? keep(keychain.value, variable, key) : keepInFile(options, variable, key)
    },
    forget: async (variable) => {
      const left = await leaveKeychain(options, variable)
      return left.ok ? file.forget(variable) : left
    },
    move: async () => {
      const keychain = await findKeychain()
      if (!keychain.ok) return refuse('no_keychain', `No keychain is available: ${keychain.refusal.message}.`)
      const plain = readEntriesFile(keyFile(home))
      if (!plain.ok) return plain
      for (const [variable, key] of Object.entries(plain.value)) {
        const kept = await keep(keychain.value, variable, key)
        if (!kept.ok) return kept
      }
      return ok(Object.keys(plain.value))
    },
  }
}

/** The newest key wins: an older one in an unreachable keychain is no longer looked up. */
async function keepInFile(options: KeptKeysOptions, variable: string, key: string): Promise<Result<KeyPlace>> {
  const file = fileKeyring(options.home)
  const kept = await file.keep(variable, key)
  if (!kept.ok) return kept
  await leaveKeychain(options, variable)
  const noted = registerIn(options.home).remove(variable)
  return noted.ok ? ok(file.place) : noted
}

/** Keychain first, then register: a key missing from the register could never be found again. */
async function leaveKeychain({ home, findKeychain }: KeptKeysOptions, variable: string): Promise<Result<void>> {
  const register = registerIn(home)
  const names = readEntriesFile(registerFile(home))
  if (!names.ok) return names
  if (names.value[variable] === undefined) return ok(undefined)
  const keychain = await findKeychain()
  if (!keychain.ok)
    return refuse('no_keychain', `${variable} is stored in a keychain, but ${keychain.refusal.message}.`)
  const forgotten = await keychain.value.forget(variable)
  return forgotten.ok ? register.remove(variable) : forgotten
}

const registerFile = (home: string): string => join(home, 'keychain.json')

function damageIn(home: string): readonly string[] {
  const reads = [keyFile(home), registerFile(home)].map(readEntriesFile)
  return reads.flatMap((read) => (read.ok ? [] : [read.refusal.message]))
}

function registerIn(home: string) {
  const file = registerFile(home)
  return {
    all: (): Register => entriesOf(file),
    add: (variable: string, kind: KeyPlace['kind']) => changeEntry(file, variable, `${kind} ${randomUUID()}`),
    remove: (variable: string) => changeEntry(file, variable, undefined),
  }
}

/** An unreadable file lists nothing. `damage` reports it. */
function entriesOf(file: string): Entries {
  const read = readEntriesFile(file)
  return read.ok ? read.value : {}
}

function listed(plain: Entries, sealed: Register): readonly KeptKey[] {
  const inFile = Object.keys(plain).filter((variable) => sealed[variable] === undefined)
  return [
    ...Object.entries(sealed).map(([variable, mark]) => ({ variable, in: kindIn(mark) })),
    ...inFile.map((variable) => ({ variable, in: 'file' as const })),
  ]
}
