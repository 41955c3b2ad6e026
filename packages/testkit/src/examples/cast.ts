import { type RunStart, Seat } from '@convene/domain'
import { askOf } from '../simulation/panel-of.ts'
import { type RunChoice, runOf } from '../simulation/run-of.ts'
import type { Play } from '../simulation/stage.ts'

/** What an agent says to each heading, in order; the last line is said again. */
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

/** Letters a second: about as fast as a good model writes. */
const PACE = 80
const THINKING_MS = 1_400

/** The messages of a recording, by who said them for which time: `devops 1`. */
export type Ids = ReadonlyMap<string, string>

/**
 * Plays the cast in real time: everyone thinks for a moment, then writes. A script cites messages as `{devops 1}`, since
 * their numbers follow from who finishes first.
 */
export function playing(cast: Cast): (ids: Ids) => Play {
  return (ids) => played(cast, ids)
}

function played(cast: Cast, ids: Ids): Play {
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
    const usage = {
      input: 900 + 40 * request.lines.tail.length + turn * 1_100,
      cached: turn * 600,
      output: Math.ceil(text.length / 4),
    }
    const finish = call.length > 0 ? 'tools' : 'stop'
    return [
      THINKING_MS + (request.agent.length % 5) * 350,
      ...(text === '' ? [] : [{ type: 'text', text } as const]),
      Math.round((written.length / PACE) * 1_000),
      ...call,
      { type: 'finish', finish, usage },
    ]
  }
}

/** The script with the numbers of its messages, or without them while they are not known. */
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
