import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { DecidingFile, Trust } from '@convene/adapters'
import { clean, cleanLine } from '@convene/domain'
import type { Input } from '../command-line/input.ts'
import type { Program } from '../program.ts'
import { printJson, printLines } from '../terminal/print.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { wrap } from '../terminal/wrap.ts'

const WAITING = 4
const FEW_LINES = 8
const MANY_LINES = 200
const UNCUT = 10_000

/** `convene trust`: what a workspace would decide, and the person's word for it. It is kept by content. */
export async function trust(program: Program, input: Input): Promise<number> {
  const folder = input.words[0] ? resolve(input.words[0]) : program.workspace
  const { trustOf } = await program.adapters()
  const found = trustOf(program.home, folder)
  if (input.flag('json')) printJson(program, { workspace: folder, ...found })
  else show(program, folder, found, input.flag('show') ? MANY_LINES : FEW_LINES)
  if (found.state === 'nothing' || found.state === 'trusted' || input.flag('show')) return 0
  return grant(program, input, folder, found)
}

const states: { readonly [S in Trust['state']]: string } = {
  nothing: 'brings nothing that would decide anything. There is nothing to trust.',
  trusted: 'is trusted, as it is now.',
  untrusted: 'is not trusted. Once you trust it, these files decide:',
  changed: 'has changed since you trusted it. Once you trust it again, these files decide:',
}

function show(program: Program, folder: string, { state, files }: Trust, most: number): void {
  const { style } = program.terminal.out
  printLines(program, [`${style.bold(cleanLine(folder))} ${states[state]}`])
  if (state === 'nothing' || (state === 'trusted' && most === FEW_LINES)) return
  for (const file of files) printLines(program, ['', ...fileRows(program.terminal.out, folder, file, most)])
}

/**
 * Shows everything that a workspace would decide, the prompts of its Squad team with the rest, and asks for trust. False
 * where the person does not give it, or where nobody can be asked.
 */
export async function askForTrust(program: Program): Promise<boolean> {
  const { terminal, workspace, home } = program
  if (!terminal.canAsk) return false
  const { grantTrust, trustOf } = await program.adapters()
  const { hash, files, state } = trustOf(home, workspace)
  const rows = files.flatMap((file) => ['', ...fileRows(terminal.err, workspace, file, MANY_LINES)])
  terminal.err.write(`${[`${terminal.err.style.bold(cleanLine(workspace))} ${states[state]}`, ...rows].join('\n')}\n`)
  const answer = await terminal.ask('\nTrust these files, as they are now, and go on? [y/N] ')
  if (!/^y(es)?$/iu.test(answer?.trim() ?? '')) return false
  // By the hash of what was shown: what changed while the person was reading is not trusted.
  grantTrust(home, workspace, { hash, at: program.now() })
  return true
}

function fileRows(
  { style, columns, isTerminal }: Terminal['out'],
  folder: string,
  { path, brings }: DecidingFile,
  most: number,
): readonly string[] {
  const width = isTerminal ? columns() - 1 : UNCUT
  const lines = clean(contentOf(join(folder, path)))
    .trimEnd()
    .split('\n')
  // Wrapped and never cut: what stands at the end of a long line decides too.
  const rows = lines
    .slice(0, most)
    .flatMap((text) => wrap([{ text, paint: style.dim }], width, { first: '    ', rest: '    ' }))
  const rest = lines.length > most ? [style.dim(`    … ${lines.length - most} more lines; --show prints them`)] : []
  return [`  ${style.bold(cleanLine(path))}  ${style.yellow(brings)}`, ...rows, ...rest]
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    return `(cannot be read: ${(error as NodeJS.ErrnoException).code})`
  }
}

async function grant(program: Program, input: Input, folder: string, { hash }: Trust): Promise<number> {
  const { terminal, home } = program
  if (!input.flag('yes') && !terminal.canAsk) {
    terminal.err.write('Nobody can be asked here. Look at the files with --show, then trust them with --yes.\n')
    return WAITING
  }
  const answer = input.flag('yes') ? 'y' : await terminal.ask('\nTrust these files, as they are now? [y/N] ')
  if (!/^y(es)?$/iu.test(answer?.trim() ?? '')) {
    terminal.err.write('Nothing was trusted.\n')
    return 0
  }
  const { grantTrust } = await program.adapters()
  grantTrust(home, folder, { hash, at: program.now() })
  terminal.err.write(`Trusted, as it is now; any change asks again. Kept in ${join(home, 'trust.json')}.\n`)
  return 0
}
