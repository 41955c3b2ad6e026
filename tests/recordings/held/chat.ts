import { eventsIn, type Fields, fields, type Held, inputOf, list, number, Pieces, string } from './held.ts'

type Call = { name: string; input: string }

/** The content of a chat API's answer: chunks with `delta`, or one document with `message`. */
export function heldInChat(body: string, isStream: boolean): Held {
  const chunks = isStream ? eventsIn(body) : [fields(JSON.parse(body))]
  const calls = new Pieces<Call>()
  let text = ''
  let finish = ''
  for (const chunk of chunks) {
    const choice = list(chunk.choices)[0] ?? {}
    const said = fields(isStream ? (choice.delta ?? choice.message) : choice.message)
    text += contentOf(said)
    finish = string(choice.finish_reason) || finish
    list(said.tool_calls).forEach((part, at) => {
      const call = calls.at(isStream ? (part.index ?? part.id ?? at) : at, () => ({ name: '', input: '' }))
      call.name ||= string(fields(part.function).name)
      call.input += string(fields(part.function).arguments)
    })
  }
  const error = chunks.map(({ error: raised }) => string(fields(raised).message)).find(Boolean)
  return {
    text,
    calls: calls.all.map(({ name, input }) => ({ tool: name, input: inputOf(input) })),
    usage: usageIn(chunks),
    finish,
    ...(error !== undefined && { error }),
  }
}

/** Mistral and others send a list of parts. Only the text counts. */
const contentOf = ({ content }: Fields): string =>
  typeof content === 'string'
    ? content
    : list(content)
        .map((part) => (part.type === 'text' ? string(part.text) : ''))
        .join('')

/** xAI counts reasoning separately from the completion. */
function usageIn(chunks: readonly Fields[]): Held['usage'] {
  const counts = chunks.map((chunk) => fields(chunk.usage ?? fields(chunk.x_groq).usage)).findLast(isCounted)
  if (!counts) return null
  const [input, completion] = [number(counts.prompt_tokens), number(counts.completion_tokens)]
  const reasoning = number(fields(counts.completion_tokens_details).reasoning_tokens)
  const isApart = number(counts.total_tokens) === input + completion + reasoning
  return { input, output: completion + (isApart ? reasoning : 0) }
}

const isCounted = ({ prompt_tokens: tokens }: Fields): boolean => typeof tokens === 'number'
