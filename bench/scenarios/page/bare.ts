import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

const folder = join(import.meta.dirname, 'bare')
const types: { readonly [ending: string]: string } = { '.html': 'text/html; charset=utf-8', '.css': 'text/css' }

export type BarePages = {
  readonly url: string
  /** Sends a piece of a text to all readers of `stream`. */
  delta(effect: string, text: string): void
  close(): void
}

/**
 * Pages that put as many elements and as much text on the screen as ours, without a framework and without a virtual
 * list. They measure the browser and the machine: the lower bound for the page's figures.
 */
export async function barePages(): Promise<BarePages> {
  const files = new Map(readdirSync(folder).map((name) => [`/${name}`, readFileSync(join(folder, name))]))
  const readers = new Set<ServerResponse>()
  const server = createServer(({ url = '/' }, response) => {
    if (url === '/stream') {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(': here\n\n')
      readers.add(response)
      return
    }
    const body = files.get(url)
    response.writeHead(body ? 200 : 404, { 'content-type': types[extname(url)] ?? 'text/plain' })
    response.end(body ?? '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    delta: (effect, text) => {
      for (const reader of readers) reader.write(`event: delta\ndata: ${JSON.stringify({ effect, text })}\n\n`)
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
