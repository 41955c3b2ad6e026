import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Refusal } from '@convene/domain'
import type { Ports } from '@convene/engine'
import { commands } from './command-line/commands.ts'
import { helpText } from './command-line/help.ts'
import { parse } from './command-line/parse.ts'
import { explain } from './explain.ts'
import { once } from './once.ts'
import type { Program } from './program.ts'
import { processInterrupts } from './run/interrupts.ts'
import { cleanLine } from './terminal/clean.ts'
import { processTerminal } from './terminal/process-terminal.ts'
import type { Terminal } from './terminal/terminal.ts'
import { version } from './version.ts'

/** Runs one command line to its end; the result is the exit code. */
export async function main(argv: readonly string[]): Promise<number> {
  const terminal = processTerminal(process.env)
  const parsed = parse(commands, argv)
  if (!parsed.ok) return refuse(terminal, parsed.refusal)
  const wanted = parsed.value
  if (wanted.kind === 'version') return print(terminal, `convene ${version()}`)
  if (wanted.kind === 'help') return print(terminal, helpText(commands, wanted.command))
  const wired = wire(terminal, resolve(wanted.input.text('workspace') ?? '.'))
  try {
    const work = await wanted.command.load()
    return await work(wired.program, wanted.input)
  } catch (error) {
    return await explain(wired.program, error)
  } finally {
    await wired.close()
  }
}

function print(terminal: Terminal, text: string): number {
  terminal.out.write(`${text}\n`)
  return 0
}

function refuse(terminal: Terminal, { message }: Refusal): number {
  const { style } = terminal.err
  const lines = message.split('\n').map(cleanLine)
  terminal.err.write(`${style.red('convene:')} ${lines.join('\n  ')}\n`)
  return 2
}

/** The one place where ports are made of adapters. Each is loaded and opened when a command first needs it. */
function wire(terminal: Terminal, workspace: string): { readonly program: Program; close(): Promise<void> } {
  const environment = process.env
  const home = resolve(environment.CONVENE_HOME || join(homedir(), '.convene'))
  const adapters = once(() => import('@convene/adapters'))
  const store = once(async () => (await adapters()).openStore(home))
  const telemetry = once(async () => (await adapters()).telemetryFor(environment, home))
  const settings = once(async () => (await adapters()).readSettings({ home, workspace, trusted: false }))
  const engine = once(async () => {
    const { createEngine } = await import('@convene/engine')
    return createEngine(await ports())
  })

  const ports = async (): Promise<Ports> => {
    const { systemClock } = await adapters()
    const { log, ownership } = await store()
    return {
      model: await model(),
      tools: noTools,
      log,
      ownership,
      clock: systemClock(),
      telemetry: await telemetry(),
      abortController: () => new AbortController(),
    }
  }

  const model = async (): Promise<Ports['model']> => {
    const { nodeFiles, providerModels, rehearsalModel } = await adapters()
    const rehearsal = rehearsalModel({ files: nodeFiles() })
    const providers = providerModels((await settings()).settings, environment)
    return {
      stream: (request, signal) =>
        (request.model.startsWith('rehearsal/') ? rehearsal : providers).stream(request, signal),
    }
  }

  const program: Program = {
    version: version(),
    environment,
    home,
    workspace,
    terminal,
    interrupts: processInterrupts,
    now: Date.now,
    settings,
    adapters,
    agents: once(async () => (await adapters()).agentRegistry({ home, workspace })),
    teams: once(async () => {
      const { modes } = await import('@convene/domain')
      return (await adapters()).teamRegistry({ home, workspace, modes: Object.keys(modes) })
    }),
    ids: once(async () => {
      const { randomBytes } = await import('node:crypto')
      return (await adapters()).ulids({ now: Date.now }, randomBytes)
    }),
    store,
    engine,
    telemetry,
    refuse: (refusal) => refuse(terminal, refusal),
  }
  return {
    program,
    async close() {
      await (await engine.made())?.close()
      await (await telemetry.made())?.flush()
      await (await store.made())?.close()
    },
  }
}

/** Tools are not there yet; an agent that calls one is told so. */
const noTools: Ports['tools'] = {
  inspect: async () => [],
  run: async ({ tool }) => ({ ok: false, output: `There is no tool ${tool}.` }),
}
