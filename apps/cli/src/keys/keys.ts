import { cleanLine } from '@convene/domain'
import { forgetKey, type KnownKey, keepKey, knownKeys } from '@convene/host'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'
import { exitCodeOf } from '../terminal/interrupts.ts'
import { printJson, printLines, printNote, printTable, printText } from '../terminal/print.ts'
import { askSecret } from './ask-secret.ts'

/** `convene keys`: lists stored keys and their place. Never the key itself. */
export async function listKeys(program: CliProgram, input: Input): Promise<number> {
  const keys = await knownKeys(program)
  const { place, because } = await (await program.keys()).place()
  if (input.flag('json')) return printJson(program, keys)
  const reason = because === undefined ? '' : ` The keychain is not used: ${because}.`
  printText(program, `Keys are stored in ${place.label}.${reason}`)
  printLines(program, [''])
  printTable(program, {
    titles: ['variable', 'provider', 'where'],
    rows: keys.map((key) => [key.variable, cleanLine(key.label), whereText(key)]),
  })
  const inFile = keys.filter((key) => key.in === 'file')
  if (place.kind !== 'file' && inFile.length > 0)
    printNote(program, 'Some keys are still in the file. `convene keys move` moves them to the keychain.')
  return 0
}

const places: { readonly [kind: string]: string } = {
  'secret-service': 'stored in the keychain',
  'mac-keychain': 'stored in the keychain',
  'windows-protection': 'stored, protected by Windows',
  file: 'stored in the file',
}

function whereText({ from, in: kind }: KnownKey): string {
  const kept = kind === null ? '' : (places[kind] ?? 'kept')
  if (from === 'environment') return kept ? `environment (also ${kept})` : 'environment'
  return kept
}

/** `convene keys set`: stores a key, typed without echo or read from standard input. */
export async function setKeyCommand(program: CliProgram, input: Input): Promise<number> {
  const variable = input.words[0] ?? ''
  const { terminal } = program
  const given = terminal.canAsk ? await askSecret(program, `Key for ${variable}: `) : await terminal.readAll()
  if (given === null) return exitCodeOf.SIGINT
  const value = given.trim()
  if (value === '')
    return program.refuse({ code: 'no_key', message: 'The key is empty. Type it, or pass it on standard input.' })
  const kept = await keepKey(program, { variable, value, in: input.flag('file') ? 'file' : undefined })
  if (!kept.ok) return program.refuse(kept.refusal)
  terminal.err.write(`Stored ${variable} in ${kept.value.label}.\n`)
  if (program.environment[variable])
    printNote(program, `${variable} is also set in the environment, which takes precedence.`)
  return 0
}

/** `convene keys forget`: deletes a key from the keychain and the file. */
export async function dropKey(program: CliProgram, input: Input): Promise<number> {
  const variable = input.words[0] ?? ''
  const forgotten = await forgetKey(program, variable)
  if (!forgotten.ok) return program.refuse(forgotten.refusal)
  program.terminal.err.write(`Deleted ${variable}.\n`)
  return 0
}

/** `convene keys move`: moves keys from the file to the keychain. */
export async function moveKeys(program: CliProgram): Promise<number> {
  const moved = await (await program.keys()).move()
  if (!moved.ok) return program.refuse(moved.refusal)
  const { length } = moved.value
  program.terminal.err.write(length === 0 ? 'No keys in the file.\n' : `Moved: ${moved.value.join(', ')}.\n`)
  return 0
}
