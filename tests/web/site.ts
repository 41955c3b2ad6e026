import http from 'node:http'
import type { AddressInfo } from 'node:net'

export type Answer = string | ((response: http.ServerResponse, request: http.IncomingMessage) => void)

/** A web site on this machine. A string is an HTML page. `asked` holds the requested paths, in order. */
export async function site(pages: Readonly<Record<string, Answer>>) {
  const asked: string[] = []
  const server = http.createServer((request, response) => {
    asked.push(request.url ?? '')
    const answer = pages[request.url ?? '']
    if (typeof answer === 'string') response.setHeader('content-type', 'text/html; charset=utf-8').end(answer)
    else if (answer) answer(response, request)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    asked,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
