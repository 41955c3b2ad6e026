import { type ContextLine, type Image, type ModelRequest, toArray } from '@convene/domain'
import { CallIds } from '../language-model/call-ids.ts'
import type { CallOptions, PromptMessage, ProviderOptions } from '../language-model/language-model.ts'
import { inSections } from '../language-model/prompt-sections.ts'
import type { OpenProvider } from './kinds/provider-kind.ts'
import { imagesIn, noPictures, type Pictures, unseenText } from './pictures.ts'
import { answerMessage } from './prompt-answer.ts'

type Tool = Extract<PromptMessage, { role: 'tool' }>
type UserPart = Extract<PromptMessage, { role: 'user' }>['content'][number]

/** The request as the provider packages expect it. The same lines always produce the same bytes. */
export function callOptionsOf(
  request: ModelRequest,
  provider: OpenProvider,
  pictures: Pictures = noPictures,
): CallOptions {
  const showing = { model: request.model, pictures, flatResults: provider.flatResults ?? false }
  const prompt = promptOf(request, showing, provider.sharesMessages ?? false)
  const mark = provider.cacheMark?.(request.model)
  markForCache(prompt, mark)
  return {
    prompt,
    maxOutputTokens: request.maxOutput,
    temperature: request.temperature,
    ...(request.trace && { headers: { traceparent: request.trace } }),
    ...(request.tools.length > 0
      ? { tools: toolsOf(request.tools, provider.marksTools ? mark : undefined), toolChoice: { type: 'auto' } }
      : {}),
    ...(provider.options ? { providerOptions: provider.options } : {}),
  }
}

/** How images are shown: if a result can only be text, they follow in a message after the results. */
type Showing = { readonly model: string; readonly pictures: Pictures; readonly flatResults: boolean }

function promptOf({ system, lines }: ModelRequest, showing: Showing, isShared: boolean): PromptMessage[] {
  const convert = (some: readonly ContextLine[], ids: CallIds) => messagesOf(some, ids, showing)
  const prompt: PromptMessage[] = system ? [{ role: 'system', content: system }] : []
  const said = isShared ? inSections(lines, showing.model, convert) : convert(toArray(lines), new CallIds())
  return [...prompt, ...said]
}

function messagesOf(lines: readonly ContextLine[], ids: CallIds, showing: Showing): PromptMessage[] {
  const messages: PromptMessage[] = []
  let late: UserPart[] = []
  for (const line of lines) {
    if (line.role !== 'tool') late = showLate(messages, late)
    if (line.role === 'assistant') messages.push(...said(answerMessage(line, (call) => ids.of(call), showing.model)))
    else if (line.role === 'user') messages.push({ role: 'user', content: userParts(line, showing.pictures) })
    else late.push(...addResult(messages, line, ids, showing))
  }
  showLate(messages, late)
  return messages
}

/** An answer without text and calls is not a message. */
const said = <Message>(message: Message | undefined): Message[] => (message ? [message] : [])

/** Images of results, in a separate message. */
function showLate(prompt: PromptMessage[], late: UserPart[]): UserPart[] {
  if (late.length > 0) prompt.push({ role: 'user', content: late })
  return []
}

/** The same parts whether or not the model can see: an image, or a description in its place. */
function userParts(line: Extract<ContextLine, { role: 'user' }>, pictures: Pictures): UserPart[] {
  return [{ type: 'text', text: line.text }, ...imagesIn(line).map((image) => imagePart(image, pictures))]
}

function imagePart(image: Image, pictures: Pictures): UserPart & Result['value'][number] {
  const data = pictures.get(image.hash)
  if (!data) return { type: 'text', text: unseenText(image) }
  return { type: 'file', data: { type: 'data', data }, mediaType: image.mediaType }
}

/** Adds a result and returns the images that must follow in a message. */
function addResult(
  prompt: PromptMessage[],
  line: Extract<ContextLine, { role: 'tool' }>,
  ids: CallIds,
  showing: Showing,
): UserPart[] {
  const seen = imagesIn(line).filter(({ hash }) => showing.pictures.has(hash))
  const result: Tool['content'][number] = {
    type: 'tool-result',
    toolCallId: ids.of(line.call),
    toolName: line.tool,
    output: outputOf(line, showing),
  }
  const previous = prompt.at(-1)
  if (previous?.role === 'tool') previous.content.push(result)
  else prompt.push({ role: 'tool', content: [result] })
  if (!showing.flatResults || seen.length === 0) return []
  return [
    { type: 'text', text: `What ${line.tool} showed:` },
    ...seen.map((image) => imagePart(image, showing.pictures)),
  ]
}

type Result = Extract<Extract<Tool['content'][number], { type: 'tool-result' }>['output'], { type: 'content' }>

function outputOf(
  line: Extract<ContextLine, { role: 'tool' }>,
  { pictures, flatResults }: Showing,
): Extract<Tool['content'][number], { type: 'tool-result' }>['output'] {
  const images = imagesIn(line)
  const unseen = images.filter(({ hash }) => !pictures.has(hash)).map(unseenText)
  // Bedrock refuses an empty result.
  const text = [line.output, ...unseen].join('\n') || '(no output)'
  if (flatResults || unseen.length === images.length) return { type: line.ok ? 'text' : 'error-text', value: text }
  const shown = images.filter(({ hash }) => pictures.has(hash))
  return { type: 'content', value: [{ type: 'text', text }, ...shown.map((image) => imagePart(image, pictures))] }
}

/** A mark on the last tool: agents with the same tools share this prefix of the cache, even if their prompts differ. */
const toolsOf = (tools: ModelRequest['tools'], mark: ProviderOptions | undefined): NonNullable<CallOptions['tools']> =>
  tools.map((tool, at) => ({
    type: 'function',
    name: tool.name,
    description: tool.description,
    inputSchema: tool.input,
    ...(mark && at === tools.length - 1 && { providerOptions: mark }),
  }))

/** Three marks: the system prompt, everything before the newest message, and that message for the next call. */
function markForCache(prompt: PromptMessage[], mark: ProviderOptions | undefined): void {
  if (mark === undefined) return
  const marked = [prompt[0], prompt.at(-2), prompt.at(-1)]
  for (const message of marked) if (message) message.providerOptions = mark
}
