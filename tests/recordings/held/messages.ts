import type { Json } from '@convene/domain'
import { eventsIn, type Fields, fields, type Held, inputOf, list, number, Pieces, string } from './held.ts'

type Block = { readonly start: Fields; text: string; input: string }

/** The content of an Anthropic answer. Calls of tools that run at Anthropic do not count. */
export function heldInMessages(body: string, isStream: boolean): Held {
  if (!isStream) {
    const message = fields(JSON.parse(body))
    const blocks = list(message.content).map((start) => ({ start, text: string(start.text), input: '' }))
    return heldIn(blocks, fields(message.usage), string(message.stop_reason))
  }
  const events = eventsIn(body)
  const blocks = new Pieces<Block>()
  for (const event of events) {
    if (event.type === 'message_start')
      for (const [at, start] of list(fields(event.message).content).entries())
        blocks.at(`whole ${at}`, () => opened(start))
    if (event.type === 'content_block_start') blocks.at(event.index, () => opened(fields(event.content_block)))
    if (event.type === 'content_block_delta') {
      const block = blocks.at(event.index, () => opened({}))
      block.text += string(fields(event.delta).text)
      block.input += string(fields(event.delta).partial_json)
    }
  }
  const message = fields(events.find(({ type }) => type === 'message_start')?.message)
  const end = events.findLast(({ type }) => type === 'message_delta')
  const error = events.find(({ type }) => type === 'error')
  return {
    ...heldIn(
      blocks.all,
      { ...fields(message.usage), ...counted(end?.usage) },
      string(fields(end?.delta).stop_reason ?? message.stop_reason),
    ),
    ...(error && { error: string(fields(error.error).message) }),
  }
}

const opened = (start: Fields): Block => ({ start, text: string(start.text), input: '' })

const counted = (usage: Json | undefined): Fields =>
  Object.fromEntries(Object.entries(fields(usage)).filter(([, count]) => count !== null))

function heldIn(blocks: readonly Block[], usage: Fields, finish: string): Held {
  const said = blocks.filter(({ start }) => start.type === 'text')
  const called = blocks.filter(({ start }) => start.type === 'tool_use')
  const { input_tokens, cache_read_input_tokens, cache_creation_input_tokens, output_tokens } = usage
  return {
    text: said.map(({ text }) => text).join(''),
    calls: called.map(({ start, input }) => ({
      tool: string(start.name),
      input: input === '' ? fields(start.input) : inputOf(input),
    })),
    usage: {
      input: number(input_tokens) + number(cache_read_input_tokens) + number(cache_creation_input_tokens),
      output: number(output_tokens),
    },
    finish,
  }
}
