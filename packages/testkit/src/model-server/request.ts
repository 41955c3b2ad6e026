import type { Json } from '@convene/domain'

export type DialectName = 'chat' | 'responses' | 'messages' | 'gemini' | 'converse' | 'ollama'

export type ServerMessage = {
  readonly role: 'user' | 'assistant' | 'tool'
  readonly text: string
  readonly toolCalls: readonly { readonly id: string; readonly name: string; readonly input: Json }[]
  readonly toolResults: readonly { readonly id: string; readonly output: string }[]
}

/** The request in any dialect, parsed from its body. */
export type ParsedRequest = {
  readonly model: string
  readonly stream: boolean
  readonly system: string
  readonly messages: readonly ServerMessage[]
  readonly tools: readonly string[]
}

/** One request as the server saw it. */
export type ServerRequest = ParsedRequest & {
  /** 1 for this server's first request. */
  readonly number: number
  readonly dialect: DialectName
  readonly path: string
  readonly headers: { readonly [name: string]: string }
  readonly body: Json
  /** `Respond` if the last user message with a heading starts with `# Respond`. */
  readonly heading: string | undefined
  /** `Ada` if the system text starts with `You are Ada, …`. */
  readonly agent: string | undefined
}

export const agentOf = (system: string): string | undefined => /^You are ([^,\n]+),/.exec(system)?.[1]

export function headingOf(messages: readonly ServerMessage[]): string | undefined {
  for (const message of messages.toReversed()) {
    const heading = message.role === 'user' ? /^# (.+)$/m.exec(message.text)?.[1] : undefined
    if (heading) return heading.trim()
  }
  return undefined
}

/** Everything the model was sent, as one text. */
export const textOf = (asked: ParsedRequest): string =>
  [asked.system, ...asked.messages.flatMap((message) => [message.text, ...message.toolResults.map((r) => r.output)])]
    .filter(Boolean)
    .join('\n')
