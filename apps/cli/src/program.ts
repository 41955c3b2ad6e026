import type * as Adapters from '@convene/adapters'
import type {
  AgentRegistry,
  Environment,
  FlushingTelemetry,
  SettingsReading,
  Store,
  TeamRegistry,
  Trust,
} from '@convene/adapters'
import type { Toolbox } from '@convene/adapters/tools'
import type { Refusal } from '@convene/domain'
import type { Engine, Ids } from '@convene/engine'
import type { Interrupts } from './run/interrupts.ts'
import type { Terminal } from './terminal/terminal.ts'

/** What a command works with. Everything heavy is opened the first time it is asked for. */
export type Program = {
  readonly environment: Environment
  /** The data folder. */
  readonly home: string
  readonly workspace: string
  readonly terminal: Terminal
  readonly interrupts: Interrupts
  now(): number
  adapters(): Promise<typeof Adapters>
  /** The settings in force, with what is wrong in their files. */
  settings(): Promise<SettingsReading>
  /** How the person stands to what the workspace would decide. */
  trust(): Promise<Trust>
  /** The tools of a workspace, this one if none is named. Loaded when a run starts, or a call needs them. */
  tools(workspace?: string): Promise<Toolbox>
  agents(): Promise<AgentRegistry>
  teams(): Promise<TeamRegistry>
  store(): Promise<Store>
  engine(): Promise<Engine>
  ids(): Promise<Ids>
  telemetry(): Promise<FlushingTelemetry>
  /** Says why not, and what to do instead; answers with the exit code for bad usage or configuration. */
  refuse(refusal: Refusal): number
}
