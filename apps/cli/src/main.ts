import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { cleanLine, type Result } from '@convene/domain'
import type { CliCommand } from './command-line/command.ts'
import { helpText } from './command-line/help.ts'
import type { Input } from './command-line/input.ts'
import { helpForAll } from './command-line/overview.ts'
import { parse } from './command-line/parse.ts'
import { withRemedy } from './command-line/remedy.ts'
import { commands } from './commands/commands.ts'
import { explain } from './explain.ts'
import type { CliProgram } from './program.ts'
import { asStarted } from './terminal/as-started.ts'
import { breakWords, UNBROKEN } from './terminal/break-words.ts'
import { processInterrupts } from './terminal/interrupts.ts'
import { processTerminal } from './terminal/process-terminal.ts'
import type { Terminal, TextSink } from './terminal/terminal.ts'
import { fullVersion, version } from './version.ts'

/** Runs one command line and returns the exit code. */
export async function main(argv: readonly string[]): Promise<number> {
  const terminal = processTerminal(process.env)
  const parsed = parse(commands, argv)
  if (!parsed.ok) return refuser(terminal)(parsed.refusal)
  const wanted = parsed.value
  if (wanted.kind === 'version') return print(terminal, `convene ${fullVersion()}`)
  if (wanted.kind === 'help') return print(terminal, helpText(commands, wanted.command, widthOf(terminal.out)))
  if (wanted.kind === 'help all') return print(terminal, helpForAll(commands, widthOf(terminal.out)))
  const wired = await wire(terminal, resolve(wanted.input.text('workspace') ?? '.'))
  // Errors outside the call chain are explained too, and never end in a stack trace.
  process.once('uncaughtException', (error) => void explain(wired.program, error).then((code) => process.exit(code)))
  try {
    const program = await atHome(wired.program, wanted.command, wanted.input)
    if (!program.ok) return wired.program.refuse(program.refusal)
    const work = await wanted.command.load()
    return await work(program.value, wanted.input)
  } catch (error) {
    return await explain(wired.program, error)
  } finally {
    await wired.close()
  }
}

function print(terminal: Terminal, text: string): number {
  terminal.out.write(`${asStarted(terminal, text)}\n`)
  return 0
}

const widthOf = (sink: TextSink): number => (sink.isTerminal ? sink.columns() - 1 : UNBROKEN)

type Refuse = CliProgram['refuse']

const refusalText =
  (terminal: Terminal): CliProgram['refusalText'] =>
  (refusal) =>
    asStarted(terminal, withRemedy(refusal))

const refuser =
  (terminal: Terminal): Refuse =>
  (refusal) => {
    const { style } = terminal.err
    const lines = refusalText(terminal)(refusal).split('\n').map(cleanLine)
    const width = widthOf(terminal.err)
    const rows = lines.flatMap((text, index) => breakWords(text, width, index === 0 ? 'convene: ' : '  ', '  '))
    terminal.err.write(`${rows.join('\n').replace('convene:', style.red('convene:'))}\n`)
    return 2
  }

/** With a server's sessions, if the user is logged in to one and the command supports it. */
async function atHome(program: CliProgram, { remote }: CliCommand, input: Input): Promise<Result<CliProgram>> {
  const here = { ok: true, value: program } as const
  if (!existsSync(join(program.home, 'login.json')) || input.flag('local')) return here
  const { savedLogin } = await import('./remote/saved-login.ts')
  const saved = savedLogin(program.home)
  if (!saved) return here
  const { notingLocal, remoteProgram } = await import('./remote/remote-program.ts')
  return remote ? remoteProgram(program, saved) : { ok: true, value: notingLocal(program, saved) }
}

type Wired = { readonly program: CliProgram; close(): Promise<void> }

/** The program with this terminal. Loaded only for commands: `--version` and help need none of it. */
async function wire(terminal: Terminal, workspace: string): Promise<Wired> {
  // One by one: of a module that is taken apart at once, the bundle has only what is used.
  const { homeOf, openProgram } = await import('@convene/host')
  const { optionalPackages } = await import('@convene/extensions')
  const environment = process.env
  const { program, close } = openProgram({
    home: homeOf(environment),
    workspace,
    environment,
    version: version(),
    optional: optionalPackages,
    notice: (text) => void terminal.err.write(`${cleanLine(text)}\n`),
  })
  return {
    program: {
      ...program,
      terminal,
      interrupts: processInterrupts,
      refusalText: refusalText(terminal),
      refuse: refuser(terminal),
    },
    close,
  }
}
