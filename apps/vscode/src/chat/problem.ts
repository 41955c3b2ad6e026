/** What kind of thing went wrong, for readers of a chat result. */
export type ProblemType =
  | 'configuration_error'
  | 'delegation_error'
  | 'tool_access_error'
  | 'agent_execution_error'
  | 'circular_delegation'
  | 'model_unavailable'
  | 'program_unavailable'

/** A problem that a person can do something about. */
export type Problem = {
  readonly type: ProblemType
  readonly message: string
  /** A command of ours that helps, with what its button says. */
  readonly help?: { readonly command: string; readonly title: string; readonly given: readonly unknown[] }
}

/** A call of the program that was refused, with the code that says why. */
export class Refused extends Error {
  readonly code: string
  constructor({ code, message }: { readonly code: string; readonly message: string }) {
    super(message)
    this.code = code
  }
}

/** The program could not be opened, or is gone. */
export class Unreachable extends Error {}

const setKey = { command: 'convene.setKey', title: 'Set Provider Key…', given: [] }
const settings = { command: 'workbench.action.openSettings', title: 'Open Settings', given: ['convene'] }

/** What an error is, in terms the user can act on. */
export function problemOf(error: unknown): Problem {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof Unreachable) return { type: 'program_unavailable', message, help: settings }
  if (!(error instanceof Refused)) return { type: 'agent_execution_error', message }
  const { code } = error
  if (/circular|would_loop/u.test(code)) return { type: 'circular_delegation', message }
  if (/delegat/u.test(code)) return { type: 'delegation_error', message }
  if (/model|not_configured|unauthorized/u.test(code)) return { type: 'model_unavailable', message, help: setKey }
  if (/permission|tool|grant/u.test(code)) return { type: 'tool_access_error', message }
  if (isConfiguration(error)) return { type: 'configuration_error', message, help: settings }
  return { type: 'agent_execution_error', message }
}

/** Whether it is the agents, the team or the settings that are wrong: a run without them may still go well. */
export const isConfiguration = (error: unknown): boolean =>
  error instanceof Refused && /team|agent|setting|config|file|seat|member|prompt|invalid/u.test(error.code)
