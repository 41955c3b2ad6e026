import { eventsIn, type Fields, fields, type Held, inputOf, list, number, Pieces, string } from './held.ts'

/** The content of an answer from OpenAI's Responses API. Its messages are separate texts. */
export function heldInResponses(body: string, isStream: boolean): Held {
  if (!isStream) {
    const response = fields(JSON.parse(body))
    return heldIn(list(response.output), response)
  }
  const events = eventsIn(body)
  const done = events.filter(({ type }) => type === 'response.output_item.done').map(({ item }) => fields(item))
  const end = events.findLast(({ type }) => /^response\.(completed|incomplete|failed)$/.test(string(type)))
  const error = events.find(({ type }) => type === 'error')
  const failed = fields(fields(end?.response).error).message
  return {
    ...heldIn(done, fields(end?.response)),
    ...textIn(events),
    ...((error || failed) && { error: string(failed ?? error?.message ?? fields(error?.error).message) }),
  }
}

/** The streamed text, message by message. Some fixtures were shortened, and their last events say more. */
function textIn(events: readonly Fields[]): Pick<Held, 'text'> | undefined {
  const texts = new Pieces<{ text: string }>()
  for (const { type, item_id: id, delta } of events)
    if (type === 'response.output_text.delta' || type === 'response.refusal.delta')
      texts.at(id, () => ({ text: '' })).text += string(delta)
  return texts.all.length > 0 ? { text: texts.all.map(({ text }) => text).join('\n\n') } : undefined
}

function heldIn(items: readonly Fields[], { usage, status, incomplete_details: why }: Fields): Held {
  const messages = items.filter(({ type }) => type === 'message')
  const called = items.filter(({ type }) => type === 'function_call')
  return {
    text: messages
      .map(({ content }) =>
        list(content)
          .map(({ text, refusal }) => string(text ?? refusal))
          .join(''),
      )
      .join('\n\n'),
    calls: called.map(({ name, arguments: input }) => ({ tool: string(name), input: inputOf(string(input)) })),
    usage:
      fields(usage).input_tokens === undefined
        ? null
        : { input: number(fields(usage).input_tokens), output: number(fields(usage).output_tokens) },
    finish: string(fields(why).reason) || string(status),
  }
}
