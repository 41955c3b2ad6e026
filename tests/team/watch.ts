import { onTestFinished } from 'vitest'
import { until } from '../e2e/launch.ts'
import { type Node, TOKEN } from './nodes.ts'

type Delta = { readonly effect: string; readonly text?: string; readonly at: number }

/** What a reader of a session's stream has received: event numbers and types, and the live text of each call. */
export type Seen = {
  readonly seqs: readonly number[]
  readonly types: readonly string[]
  readonly texts: ReadonlyMap<string, string>
}

export type Watched = Seen & { until(condition: (seen: Seen) => boolean): Promise<void> }

/** Reads a session's stream like a page, with live text. A piece that does not continue its text is an error. */
export function watch({ address }: Pick<Node, 'address'>, session: string): Watched {
  const seen = { seqs: [] as number[], types: [] as string[], texts: new Map<string, string>() }
  const ending = new AbortController()
  onTestFinished(() => ending.abort())
  let problem: unknown
  read(address, session, ending.signal, (type, data) => {
    if (type === 'delta') addText(seen.texts, data as Delta)
    else if (type === 'message') {
      const event = data as { readonly seq: number; readonly type: string }
      seen.seqs.push(event.seq)
      seen.types.push(event.type)
    }
  }).catch((error) => {
    problem = error
  })
  const reached = async (condition: (seen: Seen) => boolean) => {
    await until(() => {
      if (problem !== undefined) throw problem
      return condition(seen)
    })
  }
  return { ...seen, until: reached }
}

function addText(texts: Map<string, string>, { effect, text = '', at }: Delta): void {
  const known = at === 0 ? '' : (texts.get(effect) ?? '')
  if (known.length !== at) throw new Error(`text of ${effect} at ${at}, after ${known.length} characters`)
  texts.set(effect, known + text)
}

async function read(
  address: string,
  session: string,
  signal: AbortSignal,
  take: (type: string, data: unknown) => void,
): Promise<void> {
  const headers = { accept: 'text/event-stream', authorization: `Bearer ${TOKEN}` }
  const response = await fetch(`${address}/api/sessions/${session}/events?deltas=1`, { headers, signal })
  let rest = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const blocks = (rest + chunk).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const data = /^data: (.+)$/m.exec(block)?.[1]
      if (data !== undefined) take(/^event: (.+)$/m.exec(block)?.[1] ?? 'message', JSON.parse(data))
    }
  }
}
