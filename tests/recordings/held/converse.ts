import type { Json } from '@convene/domain'
import { type Fields, fields, type Held, inputOf, list, number, Pieces, string } from './held.ts'

type Block = { tool: string; text: string; input: string }

/** The content of a Bedrock answer. */
export function heldInConverse(bytes: Buffer, isStream: boolean): Held {
  return isStream ? heldInEvents(framesIn(bytes)) : heldInDocument(fields(JSON.parse(bytes.toString('utf8'))))
}

function heldInDocument(answer: Fields): Held {
  const content = list(fields(fields(answer.output).message).content)
  return {
    text: content.map(({ text }) => string(text)).join(''),
    calls: content.flatMap(({ toolUse }) =>
      toolUse === undefined ? [] : [{ tool: string(fields(toolUse).name), input: fields(toolUse).input ?? {} }],
    ),
    usage: usageIn(fields(answer.usage)),
    finish: string(answer.stopReason),
  }
}

function heldInEvents(events: readonly Fields[]): Held {
  const blocks = new Pieces<Block>()
  for (const { contentBlockStart, contentBlockDelta } of events) {
    const { contentBlockIndex, start, delta } = fields(contentBlockStart ?? contentBlockDelta)
    if (contentBlockIndex === undefined) continue
    const block = blocks.at(contentBlockIndex, () => ({ tool: '', text: '', input: '' }))
    const { toolUse, type } = fields(start)
    if (type !== 'server_tool_use' && fields(toolUse).type !== 'server_tool_use')
      block.tool ||= string(fields(toolUse).name)
    block.text += string(fields(delta).text)
    block.input += string(fields(fields(delta).toolUse).input)
  }
  const last = (name: string) => fields(events.findLast((event) => event[name] !== undefined)?.[name])
  const raised = events.flatMap((event) =>
    Object.entries(event).flatMap(([name, value]) =>
      name.endsWith('Exception') ? [string(fields(value).message)] : [],
    ),
  )
  return {
    text: blocks.all.map(({ text }) => text).join(''),
    calls: blocks.all.flatMap(({ tool, input }) => (tool === '' ? [] : [{ tool, input: inputOf(input) }])),
    usage: usageIn(fields(last('metadata').usage)),
    finish: string(last('messageStop').stopReason),
    ...(raised[0] !== undefined && { error: raised[0] }),
  }
}

/** Cached tokens are counted separately. */
const usageIn = ({ inputTokens, cacheReadInputTokens, cacheWriteInputTokens, outputTokens }: Fields): Held['usage'] =>
  inputTokens === undefined
    ? null
    : {
        input: number(inputTokens) + number(cacheReadInputTokens) + number(cacheWriteInputTokens),
        output: number(outputTokens),
      }

/** The events in Amazon's frames: total length, header length, checksum, headers, payload, checksum. */
function framesIn(bytes: Buffer): readonly Fields[] {
  const events: Fields[] = []
  for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at)) {
    const payload = at + 12 + bytes.readUInt32BE(at + 4)
    const name = nameIn(bytes.subarray(at + 12, payload))
    events.push({ [name]: JSON.parse(bytes.toString('utf8', payload, at + bytes.readUInt32BE(at) - 4)) as Json })
  }
  return events
}

/** A header is its name, one byte for its type, two for its length, and its value. */
function nameIn(headers: Buffer): string {
  const at = ['event-type', 'exception-type'].map((name) => headers.indexOf(name) + name.length + 1)
  const start = headers.includes('event-type') ? at[0] : at[1]
  return start === undefined ? '' : headers.toString('utf8', start + 2, start + 2 + headers.readUInt16BE(start))
}
