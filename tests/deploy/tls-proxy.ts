import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { createServer, request as httpsRequest } from 'node:https'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { folderOf } from '@convene/testkit'

export type TlsProxy = {
  readonly origin: string
  /** How many requests each server has answered. */
  readonly answered: ReadonlyMap<string, number>
  /** Calls through the proxy, and trusts its certificate. */
  readonly fetch: typeof globalThis.fetch
  close(): void
}

/** Like the proxy of the compose file: terminates TLS, picks servers in turn, and tries the next one if one is down. */
export async function tlsProxy(servers: readonly string[], port: number): Promise<TlsProxy> {
  const { key, cert } = certificate()
  const answered = new Map<string, number>()
  let turn = 0
  const http = createServer({ key, cert }, (incoming, response) => {
    const attempt = (left: number) => {
      const server = servers[turn++ % servers.length] ?? ''
      const { hostname, port } = new URL(server)
      const { method, url: path, headers } = incoming
      const outgoing = httpRequest({ hostname, port, method, path, headers, agent: false }, (answer) => {
        answered.set(server, (answered.get(server) ?? 0) + 1)
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      })
      // Nothing has been sent yet, so the next server can be tried.
      outgoing.once('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED' && left > 0) attempt(left - 1)
        else response.destroy()
      })
      outgoing.once('socket', (socket) => socket.once('connect', () => incoming.pipe(outgoing)))
    }
    attempt(servers.length - 1)
  })
  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve))
  const origin = `https://localhost:${port}`
  const close = () => {
    http.closeAllConnections()
    http.close()
  }
  return { origin, answered, fetch: trusting(cert), close }
}

function certificate() {
  const folder = folderOf()
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const files = ['-keyout', key, '-out', cert]
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  execFileSync('openssl', [...made, ...subject, ...files], { stdio: 'ignore' })
  return { key: readFileSync(key), cert: readFileSync(cert) }
}

function trusting(ca: Buffer): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const body = Buffer.from(await request.arrayBuffer())
    return new Promise((resolve, reject) => {
      const headers = Object.fromEntries(request.headers)
      const options = { method: request.method, headers, ca, signal: init?.signal ?? undefined }
      const outgoing = httpsRequest(request.url, options, (answer) => {
        const found = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as [string, string])
        const isEmpty = answer.statusCode === 204 || answer.statusCode === 304
        resolve(
          new Response(isEmpty ? null : (Readable.toWeb(answer) as never), {
            status: answer.statusCode ?? 502,
            headers: found,
          }),
        )
      })
      outgoing.once('error', reject)
      outgoing.end(body)
    })
  }
}
