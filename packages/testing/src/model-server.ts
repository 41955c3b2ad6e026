import * as testkit from '@convene/testkit'
import type { Fault, Match, ModelServer, ModelServerOptions, Reply, Rule, ServerRequest } from './types.ts'

type Answering = (request: ServerRequest) => Reply | Promise<Reply>
type Replies = [testkit.Reply, ...testkit.Reply[]]

/** Starts a server that speaks the APIs of OpenAI, Anthropic, Google, Bedrock and Ollama on one port. */
export const startModelServer = async (options: ModelServerOptions = {}): Promise<ModelServer> =>
  (await testkit.startModelServer(options as testkit.ModelServerOptions)) as unknown as ModelServer

/** Answers matching requests with each reply in turn, then repeats the last one. */
export const on = (match: Match, ...replies: readonly [Reply | Answering, ...(Reply | Answering)[]]): Rule =>
  testkit.on(match, ...(replies as unknown as Replies)) as unknown as Rule

/** The names that `fault` knows. */
export const faults: readonly string[] = testkit.faultCases.map(({ name }) => name)

/** One of the ways in which real services fail, such as `status-429-quota-spent` or `truncated-in-text`. */
export function fault(name: string): Fault {
  const found = testkit.faultNamed(name)
  if (!found) throw new Error(`No fault is called "${name}". Use one of: ${faults.join(', ')}.`)
  return found
}
