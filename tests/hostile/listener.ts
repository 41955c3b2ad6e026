import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server on loopback. `heard` is everything it was sent. `connections` also counts clients that sent nothing. */
export type Listener = {
  readonly origin: string
  readonly heard: readonly string[]
  connections(): number
  close(): Promise<void>
}

/** The ports that the tests opened in this process. */
export const ownPorts = new Set<number>()

/** Listens on loopback, on a port that only the caller knows. */
export async function listen(answer: RequestListener): Promise<Listener> {
  const heard: string[] = []
  let connections = 0
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const headers = JSON.stringify(request.headers)
    heard.push(`${request.method} ${request.url} ${headers} ${Buffer.concat(chunks).toString('latin1')}`)
    answer(request, response)
  })
  server.on('connection', () => connections++)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  ownPorts.add(port)
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    ownPorts.delete(port)
  }
  return { origin: `http://127.0.0.1:${port}`, heard, connections: () => connections, close }
}
