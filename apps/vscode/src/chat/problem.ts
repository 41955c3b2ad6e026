/** What went wrong, for programs that read the chat result. */
export type ProblemType =
  | 'configuration_error'
  | 'delegation_error'
  | 'tool_access_error'
  | 'agent_execution_error'
  | 'circular_delegation'
  | 'model_unavailable'
  | 'program_unavailable'

/** A problem, with help if the user can do something about it. */
export type ChatProblem = {
  readonly type: ProblemType
  readonly message: string
  /** A Convene command that helps, with its button's title. */
  readonly help?: { readonly command: string; readonly title: string; readonly given: readonly unknown[] }
}

/** A call that the program refused, with its code. */
export class RefusedCall extends Error {
  readonly code: string
  constructor({ code, message }: { readonly code: string; readonly message: string }) {
    super(message)
    this.code = code
  }
}

/** The program could not be opened or has exited. */
export class Unreachable extends Error {}

const setKey = { command: 'convene.setKey', title: 'Set Provider Key…', given: [] }
const settings = { command: 'workbench.action.openSettings', title: 'Open Settings', given: ['convene'] }

/** Describes an error in terms the user can act on. */
export function problemOf(error: unknown): ChatProblem {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof Unreachable) return { type: 'program_unavailable', message, help: settings }
  if (!(error instanceof RefusedCall)) return { type: 'agent_execution_error', message }
  const { code } = error
  if (/circular|would_loop/u.test(code)) return { type: 'circular_delegation', message }
  if (/delegat/u.test(code)) return { type: 'delegation_error', message }
  if (/model|not_configured|unauthorized/u.test(code)) return { type: 'model_unavailable', message, help: setKey }
  if (/permission|tool|grant/u.test(code)) return { type: 'tool_access_error', message }
  if (isConfiguration(error)) return { type: 'configuration_error', message, help: settings }
  return { type: 'agent_execution_error', message }
}

/** Whether the agents, the team or the settings are at fault. A run without them may still work. */
export const isConfiguration = (error: unknown): boolean =>
  error instanceof RefusedCall && /team|agent|setting|config|file|seat|member|prompt|invalid/u.test(error.code)
