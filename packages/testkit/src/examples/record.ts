import { type Command, type Event, type RunStart, toWire, type WireEvent } from '@convene/domain'
import type { ToolHost } from '@convene/engine'
import { type Play, SimulatedSession } from '../simulation/simulated-session.ts'
import type { Ids } from './cast.ts'

/** What the user does in an example, once something waits for them. */
export type Deed = {
  readonly whenAsked: string
  readonly afterMs: number
  readonly command: Command | ((ask: string) => Command)
}

/** An example, written by us: no model is asked. */
export type Example = {
  readonly slug: string
  readonly title: string
  readonly text: string
  readonly goal: string
  readonly run: RunStart
  readonly play: (ids: Ids) => Play
  readonly person: readonly Deed[]
  /** `wait` passes time on the clock of the recording. */
  readonly tools?: (wait: (ms: number) => Promise<void>) => ToolHost
}

/** The example's log, played by the real engine and modes on a separate clock: every time and sum in it is true. */
export async function record(example: Example): Promise<readonly WireEvent[]> {
  const uncited = await recordWith(example, new Map())
  return (await recordWith(example, idsIn(uncited))).map(toWire)
}

/** Message ids by speaker and count. Only arguments and reports are counted. */
function idsIn(events: readonly Event[]): Ids {
  const times = new Map<string, number>()
  const ids = new Map<string, string>()
  let number = 0
  for (const event of events) {
    if (event.type !== 'message') continue
    number += 1
    const { author, kind } = event.data
    if (!counted.has(kind)) continue
    times.set(author, (times.get(author) ?? 0) + 1)
    ids.set(`${author} ${times.get(author)}`, `m${number}`)
  }
  return ids
}

const counted: ReadonlySet<string> = new Set(['argument', 'report', 'answer'])

async function recordWith(example: Example, ids: Ids): Promise<readonly Event[]> {
  const tools = example.tools?.((ms) => stage.process.wait(ms))
  const stage: SimulatedSession = new SimulatedSession({ model: example.play(ids), ...(tools && { tools }) })
  await stage.create(example.run, example.goal)
  for (const deed of example.person) {
    await stage.untilRest()
    const ask = waiting(stage, deed.whenAsked)
    await stage.play(deed.afterMs)
    await stage.tell(typeof deed.command === 'function' ? deed.command(ask) : deed.command)
  }
  await stage.untilRest()
  const { violations } = stage.world
  if (violations.length > 0) throw new Error(`${example.slug}: ${JSON.stringify(violations)}`)
  return stage.events
}

/** The id of a pending item: a gate with this name, a question that starts with it, or a permission for this tool. */
function waiting(stage: SimulatedSession, name: string): string {
  const found = stage.events.findLast(({ type, data }) => {
    if (type === 'permission.asked') return 'tool' in data && data.tool === name
    return type === 'question.asked' && ('gate' in data ? data.gate === name : asks(data, name))
  })
  if (!found) throw new Error(`Nothing waits at ${name}.`)
  const { ask, id = '' } = found.data as { readonly ask?: string; readonly id?: string }
  return ask ?? id
}

const asks = (data: object, name: string): boolean =>
  'question' in data && typeof data.question === 'string' && data.question.startsWith(name)
