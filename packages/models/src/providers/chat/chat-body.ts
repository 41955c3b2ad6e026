import type { CallOptions, PromptMessage } from '../../language-model/language-model.ts'
import { sectionFrom } from '../../language-model/prompt-sections.ts'
import type { ChunkFields } from './chat-chunk.ts'
import { chatMessages } from './chat-messages.ts'

type Prompt = CallOptions['prompt']

/** Marks a message up to which a server caches. */
export type CacheMark = (message: ChunkFields) => ChunkFields

type Written = { readonly provider: string; readonly bytes: Uint8Array }

/**
 * The JSON of sections, with each message after a comma. Most of a long conversation is serialized once, not on every
 * turn.
 */
const written = new WeakMap<readonly PromptMessage[], Written>()

/**
 * The body of a request: one string, or pieces if it shares parts with earlier requests. `mark` applies to the first
 * message and the newest two.
 */
export function chatBody(
  fields: ChunkFields,
  prompt: Prompt,
  provider: string,
  mark: CacheMark = (message) => message,
): string | readonly Uint8Array[] {
  const body = new Body(`${JSON.stringify(fields).slice(0, -1)},"messages":[`)
  const newest = Math.max(1, prompt.length - 2)
  const [first, ...others] = chatMessages(prompt.slice(0, 1), provider)
  const last = chatMessages(prompt.slice(newest), provider)
  body.add(first ? [mark(first), ...others] : [])
  addMiddle(body, prompt.slice(1, newest), provider)
  body.add([...last.slice(0, -2), ...last.slice(-2).map(mark)])
  return body.end()
}

/** Adds sections as serialized before. A message that has changed or was added since is serialized again. */
function addMiddle(body: Body, prompt: Prompt, provider: string): void {
  let begin = 0
  for (let at = 0; at < prompt.length; ) {
    const section = sectionFrom(prompt[at] as PromptMessage)
    if (!section?.every((message, index) => message === prompt[at + index])) {
      at += 1
      continue
    }
    body.add(chatMessages(prompt.slice(begin, at), provider))
    body.addWritten(bytesOf(section, provider))
    at += section.length
    begin = at
  }
  body.add(chatMessages(prompt.slice(begin), provider))
}

function bytesOf(section: readonly PromptMessage[], provider: string): Uint8Array {
  const known = written.get(section)
  if (known?.provider === provider) return known.bytes
  const bytes = Buffer.from(`,${listed(chatMessages([...section], provider))}`)
  written.set(section, { provider, bytes })
  return bytes
}

const listed = (messages: readonly ChunkFields[]): string => JSON.stringify(messages).slice(1, -1)

class Body {
  readonly #pieces: Uint8Array[] = []
  #text: string
  #isEmpty = true

  constructor(text: string) {
    this.#text = text
  }

  add(messages: readonly ChunkFields[]): void {
    if (messages.length === 0) return
    this.#text += `${this.#isEmpty ? '' : ','}${listed(messages)}`
    this.#isEmpty = false
  }

  addWritten(bytes: Uint8Array): void {
    if (this.#text !== '') this.#pieces.push(Buffer.from(this.#text))
    this.#pieces.push(this.#isEmpty ? bytes.subarray(1) : bytes)
    this.#text = ''
    this.#isEmpty = false
  }

  end(): string | readonly Uint8Array[] {
    const text = `${this.#text}]}`
    return this.#pieces.length === 0 ? text : [...this.#pieces, Buffer.from(text)]
  }
}
