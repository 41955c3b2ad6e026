import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type * as Adapters from '@convene/adapters'
import type { Settings, Store } from '@convene/adapters'
import type { Refusal } from '@convene/domain'
import type { Engine, Model, Telemetry, ToolHost } from '@convene/engine'
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
import { lazyHost, toolboxes } from './tools/toolboxes.ts'
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
  // Whatever breaks outside the chain of calls is explained all the same, and never ends in a stack trace.
  process.once('uncaughtException', (error) => void explain(wired.program, error).then((code) => process.exit(code)))
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

type Wired = { readonly program: Program; close(): Promise<void> }

/** The one place where ports are made of adapters. Each is loaded and opened when a command first needs it. */
function wire(terminal: Terminal, workspace: string): Wired {
  const environment = process.env
  const home = resolve(environment.CONVENE_HOME || join(homedir(), '.convene'))
  const adapters = once(() => import('@convene/adapters'))
  const store = once(async () => withNotices(terminal, (await adapters()).openStore(home)))
  const telemetry = once(async () => (await adapters()).telemetryFor(environment, home))
  const trust = once(async () => (await adapters()).trustOf(home, workspace))
  const trusted = async () => (await trust()).state === 'trusted'
  const settings = once(async () => (await adapters()).readSettings({ home, workspace, trusted: await trusted() }))
  const tools = toolboxes({ home, workspace, environment, adapters, telemetry, store })
  const sweep = once(async () => (await adapters()).startSweep({ ...(await store()), home, workspace, now: Date.now }))
  const engine = once(async () => {
    sweep().catch(() => undefined)
    const ports = { ...(await store()), telemetry: await telemetry(), tools: lazyHost(tools) }
    return startEngine(await adapters(), ports, (await settings()).settings)
  })
  const program: Program = {
    environment,
    home,
    workspace,
    terminal,
    interrupts: processInterrupts,
    now: Date.now,
    adapters,
    settings,
    trust,
    tools: tools.of,
    store,
    telemetry,
    engine,
    ...libraryOf(adapters, async () => ({ home, workspace, trusted: await trusted() })),
    ids: once(async () => (await adapters()).ulids({ now: Date.now }, (await import('node:crypto')).randomBytes)),
    refuse: (refusal) => refuse(terminal, refusal),
  }
  const close = async () => {
    await Promise.all([(await engine.made())?.close(), (await sweep.made())?.stop()])
    await tools.close()
    await (await telemetry.made())?.flush()
    await (await store.made())?.close()
  }
  return { program, close }
}

type Places = { readonly home: string; readonly workspace: string; readonly trusted: boolean }

/** Agents and teams, of the places where people keep them. */
function libraryOf(
  adapters: () => Promise<typeof Adapters>,
  places: () => Promise<Places>,
): Pick<Program, 'agents' | 'teams'> {
  return {
    agents: once(async () => (await adapters()).agentRegistry(await places())),
    teams: once(async () => (await adapters()).teamRegistry({ ...(await places()), modes: await modeNames() })),
  }
}

type Opened = Pick<Store, 'log' | 'ownership'> & { readonly telemetry: Telemetry; readonly tools: ToolHost }

async function startEngine(
  adapters: typeof Adapters,
  { log, ownership, telemetry, tools }: Opened,
  settings: Settings,
): Promise<Engine> {
  const { createEngine } = await import('@convene/engine')
  const model = modelOf(adapters, settings)
  const clock = adapters.systemClock()
  const abortController = () => new AbortController()
  return createEngine({ model, tools, log, ownership, clock, telemetry, abortController })
}

function withNotices(terminal: Terminal, store: Store): Store {
  for (const notice of store.notices) terminal.err.write(`${cleanLine(notice)}\n`)
  return store
}

const modeNames = async (): Promise<readonly string[]> => Object.keys((await import('@convene/domain')).modes)

/** The offline model, and every model of every provider, by their names. */
function modelOf(adapters: typeof Adapters, settings: Settings): Model {
  const { nodeFiles, providerModels, rehearsalModel } = adapters
  const rehearsal = rehearsalModel({ files: nodeFiles() })
  const providers = providerModels(settings, process.env)
  const of = (name: string) => (name.startsWith('rehearsal/') ? rehearsal : providers)
  return { stream: (request, signal) => of(request.model).stream(request, signal) }
}
