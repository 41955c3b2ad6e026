import { type Event, fromCheckedWire, type WireEvent } from '@convene/domain'
import type { CallResult, Client } from '@convene/protocol'

const PAGE = 5_000

/** Every event of a session. What this page does not know, from a newer program, is passed over. */
export async function loadSession(client: Client, id: string): Promise<CallResult<readonly Event[]>> {
  const events: Event[] = []
  for (let after = 0; ; ) {
    const page = await client.events({ id, after, limit: PAGE })
    if (!page.ok) return page
    const { items } = page.value
    events.push(...items.flatMap(known))
    const last = items.at(-1)
    if (!last || items.length < PAGE) return { ok: true, value: events }
    after = last.seq
  }
}

function known(wire: WireEvent): readonly Event[] {
  try {
    return [fromCheckedWire(wire)]
  } catch {
    return []
  }
}
