import { cleanLine, costOf, idleLimitMs, type ModelInfo, noLimits, tokensText } from '@convene/domain'
import { modelFacts, modelInfo, providerModels } from '@convene/models'
import { modelConfiguration } from '../models/refreshed-models.ts'
import type { Program } from '../program.ts'
import { firstTestRequest, jsonRequest, pictureRequest, resultRequest, square, WORD } from './conversation.ts'
import { readTestReply, type TestReply } from './read-reply.ts'

/** One thing that matters about a model. `note` means that it works, but not as well as it could. */
export type ModelCheck = {
  readonly what:
    | 'answer'
    | 'tool call'
    | 'tool result'
    | 'structured answer'
    | 'reasoning'
    | 'cache'
    | 'token count'
    | 'image'
  readonly state: 'good' | 'note' | 'bad'
  readonly found: string
}

export type ModelTest = {
  readonly model: string
  readonly checks: readonly ModelCheck[]
  readonly calls: number
  /** Null if the price or the count is unknown. */
  readonly costUsd: number | null
}

/** Short, because someone is waiting, but long enough to load a model on this machine. */
export const TEST_IDLE_MS = 60_000

const ANSWER = 1_000
const THINKING = 4_000

/**
 * One short conversation with a real model that exercises everything runs depend on. Two or three calls of about 2,000
 * tokens, and a short one.
 */
export async function testModel(program: Program, name: string): Promise<ModelTest> {
  const { settings } = await program.settings()
  const configuration = modelConfiguration(program, settings)
  const { environment } = await program.withKeys()
  const model = providerModels(configuration, environment, { images: async () => square })
  const info = modelInfo(name, configuration, environment)
  const limits = { ...noLimits, ...settings.limits }
  const idleMs = Math.min(TEST_IDLE_MS, idleLimitMs({ limits, settings: { models: { [name]: info } } }, name))
  const asked = { model: name, workspace: program.workspace, idleMs, ...levelOf(info) }
  const read = (request: Parameters<typeof readTestReply>[1]) => readTestReply(model, request, program.now)

  const first = await read(firstTestRequest(asked))
  if (first.failure !== undefined) return resultOf(name, info, [first], [bad('answer', first.failure)])
  const second = await read(resultRequest(asked, first))
  const json = await read(jsonRequest(asked))
  const sees = modelFacts(name, configuration).images === true
  const picture = sees ? [await read(pictureRequest(asked))] : []
  return resultOf(
    name,
    info,
    [first, second, json, ...picture],
    [
      answered(first),
      calledTool(first),
      ...(first.calls.length > 0 ? [readResult(second)] : []),
      structured(json),
      reasoned(info, [first, second, json]),
      counted(first),
      cached(second),
      ...picture.map(saw),
    ],
  )
}

/** The lowest visible level, with room for it. An unknown model is not asked to reason. */
function levelOf({ reasoning = [], output }: ModelInfo) {
  const level = reasoning.find((each) => each !== 'off')
  const most = output ?? Number.MAX_SAFE_INTEGER
  if (level === undefined) return { maxOutput: Math.min(ANSWER, most) }
  return { maxOutput: Math.min(ANSWER + THINKING, most), thinking: THINKING, reasoning: level }
}

function resultOf(
  model: string,
  { price }: ModelInfo,
  replies: readonly TestReply[],
  checks: readonly ModelCheck[],
): ModelTest {
  const costs = replies.map(({ usage }) => (usage ? costOf(usage, price) : null))
  const costUsd = costs.includes(null) ? null : costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0)
  return { model, checks, calls: replies.length, costUsd }
}

const good = (what: ModelCheck['what'], found: string): ModelCheck => ({ what, state: 'good', found })
const note = (what: ModelCheck['what'], found: string): ModelCheck => ({ what, state: 'note', found })
const bad = (what: ModelCheck['what'], found: string): ModelCheck => ({ what, state: 'bad', found: cleanLine(found) })

const answered = ({ firstMs, ms }: TestReply): ModelCheck =>
  good('answer', `first part after ${seconds(firstMs)}, complete after ${seconds(ms)}`)

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

function calledTool({ calls, text, refused }: TestReply): ModelCheck {
  const call = calls.find(({ tool }) => tool === 'echo')
  if (!call && refused !== undefined) return bad('tool call', refused)
  if (!call) return bad('tool call', `asked to call a tool, it said: ${quoted(text)}`)
  const { word } = (call.input ?? {}) as { readonly word?: unknown }
  if (word === 'banana') return good('tool call', 'called the tool with the right input')
  return bad('tool call', `called the tool with the wrong input: ${quoted(JSON.stringify(call.input))}`)
}

function readResult({ text, failure }: TestReply): ModelCheck {
  if (failure !== undefined) return bad('tool result', failure)
  return text.toLowerCase().includes(WORD)
    ? good('tool result', 'read what the tool returned')
    : bad('tool result', `asked for what the tool returned, it said: ${quoted(text)}`)
}

function structured({ text, failure, refused }: TestReply): ModelCheck {
  if (failure !== undefined) return bad('structured answer', failure)
  const said = objectIn(text)
  if (!said) return bad('structured answer', `asked for JSON, it said: ${quoted(text)}`)
  const isRight = String(said.fruit).toLowerCase() === 'banana' && said.letters === 6
  if (!isRight) return note('structured answer', `gave JSON with other values: ${quoted(text)}`)
  return refused === undefined
    ? good('structured answer', 'gave the JSON it was asked for')
    : note('structured answer', `gave JSON, but ${cleanLine(refused)}`)
}

/** The JSON object in an answer, even if it is surrounded by words or a fence. */
function objectIn(text: string): { readonly fruit?: unknown; readonly letters?: unknown } | undefined {
  const from = text.indexOf('{')
  const to = text.lastIndexOf('}')
  if (from < 0 || to < from) return undefined
  try {
    return JSON.parse(text.slice(from, to + 1))
  } catch {
    return undefined
  }
}

function reasoned({ reasoning }: ModelInfo, replies: readonly TestReply[]): ModelCheck {
  const shown = replies.some((reply) => reply.reasoning !== '')
  if (shown) return good('reasoning', 'reasons, and shows it')
  if (reasoning === undefined) return note('reasoning', 'not shown, and the catalogue does not know this model')
  if (reasoning.length === 0) return good('reasoning', 'does not reason')
  return note('reasoning', 'not shown, though the catalogue says that it reasons')
}

const counted = ({ usage }: TestReply): ModelCheck =>
  usage
    ? good('token count', `${tokensText(usage.input)} in, ${tokensText(usage.output)} out`)
    : note('token count', 'not reported, so costs and limits rest on estimates')

function cached({ usage, failure }: TestReply): ModelCheck {
  if (failure !== undefined || !usage) return note('cache', 'unknown')
  if (usage.cached === 0) return note('cache', 'the second call read nothing from a prompt cache')
  return good(
    'cache',
    `${tokensText(usage.cached)} of ${tokensText(usage.input)} came from the cache in the second call`,
  )
}

function saw({ text, failure }: TestReply): ModelCheck {
  if (failure !== undefined) return bad('image', failure)
  return /red/iu.test(text)
    ? good('image', 'saw the colour of an image')
    : bad('image', `shown a red square, it said: ${quoted(text)}`)
}

const quoted = (text: string): string => {
  const line = cleanLine(text).trim()
  return line === '' ? 'nothing' : `"${line.length > 80 ? `${line.slice(0, 79)}…` : line}"`
}
