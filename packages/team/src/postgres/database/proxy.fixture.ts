import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A network between a program and its database, with typical failures. */
export type Proxy = {
  /** The database's URL through this network. */
  readonly url: string
  /** Cuts the connection that carries the next append: before the database gets it, or before its answer comes back. */
  cutNext(when: 'before' | 'after'): void
  /** Sends nothing and closes nothing, until told otherwise. Pending data arrives then. */
  stall(isStalled: boolean): void
  /** Cuts every connection. */
  cutAll(): void
  /** Refuses new connections. */
  refuse(isRefusing: boolean): void
  readonly cuts: number
  close(): Promise<void>
}

/** The name of the prepared statement, as it is sent with each append. */
const APPEND = Buffer.from('append\0')

type State = { cut: 'before' | 'after' | undefined; stalled: boolean; refusing: boolean; cuts: number }
type Pair = readonly [near: Socket, far: Socket]

export async function proxyTo(target: string): Promise<Proxy> {
  const { hostname, port } = new URL(target)
  const pairs = new Set<Pair>()
  const state: State = { cut: undefined, stalled: false, refusing: false, cuts: 0 }
  const server = createServer((near) => {
    if (state.refusing) near.destroy()
    else carry([near, connect(Number(port), hostname)], pairs, state)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(target)
  url.port = String((server.address() as AddressInfo).port)
  const cutAll = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy()
  }
  return {
    url: url.href,
    cutNext: (when) => {
      state.cut = when
    },
    stall: (isStalled) => {
      state.stalled = isStalled
      for (const pair of pairs) for (const socket of pair) isStalled ? socket.pause() : socket.resume()
    },
    cutAll,
    refuse: (isRefusing) => {
      state.refusing = isRefusing
    },
    get cuts() {
      return state.cuts
    },
    close: async () => {
      cutAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Forwards both directions, and cuts where it was asked to. */
function carry(pair: Pair, pairs: Set<Pair>, state: State): void {
  const [near, far] = pair
  let losesAnswer = false
  const end = () => {
    pairs.delete(pair)
    for (const socket of pair) socket.destroy()
  }
  const cut = () => {
    state.cuts += 1
    end()
  }
  pairs.add(pair)
  if (state.stalled) for (const socket of pair) socket.pause()
  near.on('data', (chunk: Buffer) => {
    const when = chunk.includes(APPEND) ? state.cut : undefined
    if (when !== undefined) state.cut = undefined
    losesAnswer ||= when === 'after'
    if (when === 'before') cut()
    else far.write(chunk)
  })
  far.on('data', (chunk) => (losesAnswer ? cut() : near.write(chunk)))
  for (const socket of pair) socket.on('error', end).on('close', end)
}
