import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { ObjectStoreOptions } from './object-store.ts'

export type S3Server = {
  readonly options: ObjectStoreOptions
  /** By path, with the bucket. */
  readonly objects: Map<string, Buffer>
  /** Fails the next requests with this method. */
  fails: string | undefined
  close(): void
}

const [keyId, secret, region] = ['test-key', 'test-secret/with+signs', 'eu-test-1']

/** A bucket on a loopback port. It refuses every request whose signature (version 4) it does not compute itself. */
export async function s3Server(): Promise<S3Server> {
  const objects = new Map<string, Buffer>()
  const state: { fails: string | undefined } = { fails: undefined }
  const http = createServer(async (request, response) => {
    const body = await buffer(request)
    if (!isSigned(request, body)) return refuse(response, 403, 'SignatureDoesNotMatch')
    if (state.fails === request.method) return refuse(response, 503, 'SlowDown')
    const path = decodeURIComponent(request.url ?? '')
    if (!path.startsWith('/bucket/')) return refuse(response, 404, 'NoSuchBucket')
    answer(objects, { method: request.method, path, body, source: request.headers['x-amz-copy-source'] }, response)
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/bucket`
  return Object.assign(state, {
    options: { url, region, keyId, secret },
    objects,
    close: () => {
      http.closeAllConnections()
      http.close()
    },
  })
}

type Call = {
  readonly method: string | undefined
  readonly path: string
  readonly body: Buffer
  readonly source: string | string[] | undefined
}

function answer(objects: Map<string, Buffer>, { method, path, body, source }: Call, response: ServerResponse): void {
  const found = objects.get(path)
  if (method === 'DELETE') {
    objects.delete(path)
    response.writeHead(204).end()
  } else if (method === 'GET') {
    if (found) response.end(found)
    else refuse(response, 404, 'NoSuchKey')
  } else if (source !== undefined) {
    const copied = objects.get(decodeURIComponent(String(source)))
    if (copied) objects.set(path, copied)
    if (copied) response.end('<CopyObjectResult><ETag>"x"</ETag></CopyObjectResult>')
    else refuse(response, 404, 'NoSuchKey')
  } else {
    objects.set(path, body)
    response.end()
  }
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`)
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** As "Authenticating Requests (AWS Signature Version 4)" describes it. */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const { headers, method, url = '' } = request
  const pattern = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/
  const [, credential = '', names = '', signature] = pattern.exec(headers.authorization ?? '') ?? []
  const [key, day = '', ...scope] = credential.split('/')
  if (key !== keyId || scope.join('/') !== `${region}/s3/aws4_request`) return false
  const [path = '', query = ''] = url.split('?')
  const hash = String(headers['x-amz-content-sha256'])
  if (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256(body)) return false
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const sorted = query.split('&').toSorted().join('&')
  const canonical = [method, path, sorted, signed.join(''), names, hash].join('\n')
  const time = String(headers['x-amz-date'])
  const text = ['AWS4-HMAC-SHA256', time, [day, ...scope].join('/'), sha256(canonical)].join('\n')
  const signing = scope.reduce((from, part) => hmac(from, part), hmac(`AWS4${secret}`, day))
  return time.startsWith(day) && hmac(signing, text).toString('hex') === signature
}
