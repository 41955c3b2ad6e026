import { z } from 'zod'
import { bodyText as bodyOf, type Received, type Send } from '../../transport/guarded-send.ts'
import { StreamFault } from '../../transport/stream-fault.ts'

/** An agent at an address that the user has set, and how to call it. */
export type A2aAgent = {
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly send: Send
  /** What it should do, by a name on its agent card. Agents that do not know the name ignore it. */
  readonly skill: string
}

const VERSION = '1.0'

const Part = z.object({ text: z.string().optional() })
const Said = z.object({ parts: z.array(Part).default([]) })
const Task = z.object({
  id: z.string().min(1),
  status: z.object({ state: z.string(), message: Said.optional() }),
  artifacts: z.array(Said).default([]),
})
export type A2aTask = z.infer<typeof Task>

/** An agent answers directly with a message, or with a task that continues. */
const Sent = z.union([
  z.object({ task: Task }).transform(({ task }) => ({ task })),
  z.object({ message: Said }).transform(({ message }) => ({ text: partsText(message) })),
])

const Interface = z.object({ url: z.string(), protocolBinding: z.string(), protocolVersion: z.string() })
const Card = z.object({ supportedInterfaces: z.array(Interface) })

/** Where the agent accepts messages. A card that points elsewhere is refused: the user's token would be sent along. */
export async function endpointOf(agent: A2aAgent, signal: AbortSignal): Promise<string> {
  const card = new URL('/.well-known/agent-card.json', agent.address)
  const received = await agent.send(card.href, { headers: agent.headers, signal })
  const { supportedInterfaces } = read(Card, await json(received), 'its agent card')
  const fits = supportedInterfaces.find(
    ({ protocolBinding, protocolVersion }) => protocolBinding === 'JSONRPC' && protocolVersion.startsWith('1.'),
  )
  if (!fits) throw refused(`the agent offers no JSON-RPC interface of A2A ${VERSION}`)
  const url = URL.canParse(fits.url, card) ? new URL(fits.url, card) : undefined
  if (url?.origin !== card.origin) throw refused(`its agent card points to an address other than ${card.origin}`)
  return url.href
}

export const sendMessage = async (
  agent: A2aAgent,
  endpoint: string,
  text: string,
  signal: AbortSignal,
): Promise<z.infer<typeof Sent>> => {
  const message = {
    messageId: crypto.randomUUID(),
    role: 'ROLE_USER',
    parts: [{ text }],
    metadata: { skillId: agent.skill },
  }
  const params = { message, configuration: { returnImmediately: true, acceptedOutputModes: ['text/plain'] } }
  return read(Sent, await call(agent, endpoint, { method: 'SendMessage', params }, signal), 'its answer')
}

export const getTask = async (agent: A2aAgent, endpoint: string, id: string, signal: AbortSignal): Promise<A2aTask> =>
  read(Task, await call(agent, endpoint, { method: 'GetTask', params: { id } }, signal), 'its task')

/** Does not wait and ignores errors: it only spares the agent useless work. */
export function cancelTask(agent: A2aAgent, endpoint: string, id: string): void {
  const request = { method: 'CancelTask', params: { id } }
  call(agent, endpoint, request, AbortSignal.timeout(CANCEL_MS)).catch(() => undefined)
}

const CANCEL_MS = 10_000

export const partsText = ({ parts }: z.infer<typeof Said>): string =>
  parts.flatMap(({ text }) => text ?? []).join('\n\n')

type Request = { readonly method: string; readonly params: object }

async function call(agent: A2aAgent, endpoint: string, request: Request, signal: AbortSignal): Promise<unknown> {
  const received = await agent.send(endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'a2a-version': VERSION, ...agent.headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...request }),
    signal,
  })
  const { result, error } = read(Answered, await json(received), 'its answer')
  if (error) throw refused(error.message)
  return result
}

const Answered = z.object({ result: z.unknown().optional(), error: z.object({ message: z.string() }).optional() })

/**
 * A refusal is raised in the same form as by the provider packages, so a wrong token or an overload gets its own
 * message.
 */
async function json(received: Received): Promise<unknown> {
  const { status, statusText, headers } = received
  const responseBody = await bodyOf(received)
  if (status >= 300) {
    const details = { statusCode: status, responseBody, responseHeaders: Object.fromEntries(headers) }
    throw Object.assign(new Error(statusText || 'no reason given'), details)
  }
  try {
    return JSON.parse(responseBody)
  } catch {
    throw new StreamFault('protocol', 'the agent did not answer in JSON')
  }
}

function read<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const { success, data } = schema.safeParse(value)
  if (!success) throw new StreamFault('protocol', `the agent does not speak A2A ${VERSION}: ${what} cannot be read`)
  return data
}

const refused = (message: string): StreamFault => new StreamFault('bad_request', message, false)
