import { estimateTokens, items, type RunStart, Seat } from '@convene/domain'
import { askOf } from '../simulation/panel-of.ts'
import { type RunChoice, runOf } from '../simulation/run-of.ts'
import type { Play } from '../simulation/simulated-session.ts'

/** What an agent says to each heading, in order. The last line is repeated. */
export type Lines = { readonly [heading: string]: string | Spoken | readonly (string | Spoken)[] }
export type Cast = { readonly [agent: string]: Lines }

/** A line with a tool call in place of its end. */
export type Spoken = { readonly text: string; readonly tool: string; readonly input: object }

type Face = { readonly slug: string; readonly name: string; readonly icon: string; readonly color: string }

/** Made-up models: nobody must believe that a real one said this. */
const models = {
  'cedar/large': { price: { input: 3, output: 15 }, context: 200_000 },
  'harbor/one': { price: { input: 1.25, output: 10 }, context: 400_000 },
  'juniper/pro': { price: { input: 2, output: 12 }, context: 1_000_000 },
  'lantern/70b': { price: { input: 0.6, output: 2.4 }, context: 131_072 },
} as const
export type ExampleModel = keyof typeof models

export const seat = (face: Face, model: ExampleModel, more: object = {}): Seat =>
  Seat.parse({ prompt: 'An example.', seat: 'member', execution: 'single', model, ...face, ...more })

/** The run of an example, with its models and their prices. */
export const exampleRun = ({ settings, ...choice }: RunChoice): RunStart =>
  runOf({ ...choice, settings: { ...settings, models } })

/** Characters per second: about as fast as a good model writes. */
const PACE = 80
const THINKING_MS = 4_000
/** Tokens per second while a model thinks. They are billed as output. */
const THOUGHT_PACE = 60
/** What an agent reads before the first line: its own prompt, and who the others are. */
const PROMPT_TOKENS = 900

/** How long somebody thinks before each call. An agent that builds something reads more than one that argues. */
export type Tempo = { readonly thinkingMs?: number }

/** The messages of a recording, by speaker and count: `devops 1`. */
export type Ids = ReadonlyMap<string, string>

/**
 * Plays the cast in real time: everyone thinks for a moment, then writes. A script cites messages as `{devops 1}`,
 * because their numbers depend on who finishes first.
 */
export function playing(cast: Cast, tempo: Tempo = {}): (ids: Ids) => Play {
  return (ids) => played(cast, ids, tempo)
}

function played(cast: Cast, ids: Ids, { thinkingMs = THINKING_MS }: Tempo): Play {
  const said = new Map<string, number>()
  return (request) => {
    const { heading } = askOf(request)
    const key = `${request.agent} ${heading}`
    const turn = said.get(key) ?? 0
    said.set(key, turn + 1)
    const line = lineOf(cast[request.agent]?.[heading], turn)
    if (line === undefined) throw new Error(`Nobody wrote what ${key} says for the ${turn + 1}. time.`)
    const { text: written, call } =
      typeof line === 'string' ? { text: line, call: [] } : { text: line.text, call: [callOf(line)] }
    const text = cited(written, ids)
    const thoughtMs = thinkingMs + (request.agent.length % 5) * 350
    const usage = usageOf(request, { turn, text, thoughtMs })
    const finish = call.length > 0 ? 'tools' : 'stop'
    return [
      thoughtMs,
      ...(text === '' ? [] : [{ type: 'text', text } as const]),
      Math.round((written.length / PACE) * 1_000),
      ...call,
      { type: 'finish', finish, usage },
    ]
  }
}

type Said = { readonly turn: number; readonly text: string; readonly thoughtMs: number }

/** What the call would have used: everything it was shown, what it thought, and what it wrote. */
function usageOf(request: Parameters<Play>[0], { turn, text, thoughtMs }: Said) {
  const shown = [...items(request.lines)].reduce((sum, line) => sum + estimateTokens(JSON.stringify(line)), 0)
  return {
    input: PROMPT_TOKENS + shown,
    cached: turn > 0 ? PROMPT_TOKENS : 0,
    output: Math.round((thoughtMs / 1_000) * THOUGHT_PACE) + estimateTokens(text),
  }
}

/** The script with its message numbers, or without them while they are unknown. */
const cited = (text: string, ids: Ids): string =>
  text
    .replace(/\s*\[\{\w+ \d\}(?:, \{\w+ \d\})*\]/gu, (found) => (ids.size > 0 ? found : ''))
    .replace(/\{(\w+ \d)\}/gu, (_, who: string) => ids.get(who) ?? `nobody is ${who}`)
    .replace(/\[(m\d+(?:, m\d+)+)\]/gu, (_, named: string) => `[${named.split(', ').sort(byNumber).join(', ')}]`)

const byNumber = (a: string, b: string): number => Number(a.slice(1)) - Number(b.slice(1))

const callOf = ({ tool, input }: Spoken) => ({ type: 'call', tool, input: input as never }) as const

function lineOf(lines: Lines[string] | undefined, turn: number): string | Spoken | undefined {
  if (lines === undefined || typeof lines === 'string' || 'tool' in lines) return lines as string | Spoken | undefined
  return lines[Math.min(turn, lines.length - 1)]
}
