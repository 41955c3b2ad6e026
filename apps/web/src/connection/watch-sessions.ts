import type { Client, RowChange } from '@convene/protocol'

type Feed = Parameters<Client['watch']>[0]
type Shared = {
  readonly feeds: Set<Feed>
  stop: () => void
  connection: Parameters<NonNullable<Feed['connection']>>[0] | null
}

const open = new WeakMap<Client, Shared>()

/** Session changes for any number of listeners over one connection, because browsers allow only a few. */
export function watchSessions(client: Client, feed: Feed): () => void {
  const shared = open.get(client) ?? begin(client)
  shared.feeds.add(feed)
  if (shared.connection) feed.connection?.(shared.connection)
  return () => {
    shared.feeds.delete(feed)
    if (shared.feeds.size > 0 || open.get(client) !== shared) return
    open.delete(client)
    shared.stop()
  }
}

function begin(client: Client): Shared {
  const feeds = new Set<Feed>()
  const shared: Shared = { feeds, stop: () => {}, connection: null }
  open.set(client, shared)
  shared.stop = client.watch({
    change: (change: RowChange) => {
      for (const feed of [...feeds]) feed.change(change)
    },
    connection: (state) => {
      shared.connection = state
      for (const feed of [...feeds]) feed.connection?.(state)
    },
  })
  return shared
}
