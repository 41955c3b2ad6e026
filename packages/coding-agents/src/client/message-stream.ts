import type { AnyMessage, Stream } from '@agentclientprotocol/sdk'
import { type GuardedChild, lineReader } from '@convene/platform'

/** An agent that keeps writing anything but messages to stdout is ended. */
const MAX_GARBAGE_LINES = 200
const MAX_MESSAGE_BYTES = 32_000_000

export type MessageStream = Stream & {
  /** Why the connection to the agent ended, if so. */
  ending(): string | undefined
}

type Listening = {
  /** Updates in the order in which they arrived. The SDK would pass them on after the response that they belong to. */
  update(session: string, update: { readonly [key: string]: unknown }): void
  ended(): void
}

/**
 * The messages over an agent's stdin and stdout. All input is checked here: the SDK prints what it does not understand
 * to our own standard error.
 */
export function messageStream({ process: child, end }: GuardedChild, listening: Listening): MessageStream {
  const asked = new Set<unknown>()
  let ending: string | undefined
  let garbage = 0
  let controller: ReadableStreamDefaultController<AnyMessage> | undefined
  const reading = (given: typeof controller) => {
    controller = given
  }
  const stop = (why: string) => {
    ending ??= why
    void end()
  }
  const take = (line: string) => {
    const message = parsed(line)
    garbage += message ? 0 : 1
    if (garbage > MAX_GARBAGE_LINES) stop('it writes to stdout, but not messages')
    if (!message) return
    const update = updateIn(message)
    if (update) listening.update(...update)
    else if (typeof message.method === 'string' || asked.delete(message.id))
      controller?.enqueue(message as unknown as AnyMessage)
  }
  const read = lineReader(MAX_MESSAGE_BYTES, take)
  child.stdout?.on('data', (chunk: Buffer) => {
    if (ending === undefined && !read(chunk)) stop(`it sent a message of more than ${MAX_MESSAGE_BYTES / 1_000_000} MB`)
  })
  for (const stream of child.stdio) stream?.on('error', () => {})
  const closed = () => {
    controller?.close()
    reading(undefined)
    listening.ended()
  }
  child.once('error', (error) => {
    ending ??= `it could not be started: ${error.message}`
    closed()
  })
  child.once('close', (code, signal) => {
    ending ??= signal ? `it was ended by ${signal}` : `it ended with exit code ${code}`
    closed()
  })
  return {
    ending: () => ending,
    // The agent may still write when nobody reads any more.
    readable: new ReadableStream<AnyMessage>({ start: reading, cancel: () => reading(undefined) }),
    writable: new WritableStream<AnyMessage>({
      write: (message) => {
        if ('method' in message && 'id' in message) asked.add(message.id)
        return written(child.stdin, `${JSON.stringify(message)}\n`)
      },
    }),
  }
}

function written(input: GuardedChild['process']['stdin'], line: string): Promise<void> {
  return new Promise((resolve, reject) => {
    if (!input?.writable) return reject(new Error('it does not listen any more'))
    input.write(line, (error) => (error ? reject(error) : resolve()))
  })
}

type Message = { readonly [key: string]: unknown }

/** The session and its update, if the message is one. */
function updateIn(message: Message): [string, Message] | undefined {
  if (message.method !== 'session/update' || 'id' in message) return undefined
  const { sessionId, update } = recordOf(message.params)
  return [String(sessionId), recordOf(update)]
}

function parsed(line: string): Message | undefined {
  try {
    const message: unknown = JSON.parse(line)
    const record = recordOf(message)
    return record.jsonrpc === '2.0' && ('method' in record || 'id' in record) ? record : undefined
  } catch {
    return undefined
  }
}

export const recordOf = (value: unknown): { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
