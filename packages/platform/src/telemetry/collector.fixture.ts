import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Value = { readonly [kind: string]: unknown }
type Keyed = { readonly key: string; readonly value: Value }

/** What a collector received, by signal, with attributes as plain values. */
export type Received = {
  readonly name: string
  readonly [field: string]: unknown
  readonly attributes: { readonly [name: string]: unknown }
}

type Scoped = { readonly [kind: string]: readonly { readonly [items: string]: readonly Received[] }[] }
type Group = Scoped & { readonly resource: { readonly attributes: readonly Keyed[] } }

/** An OTLP/HTTP collector on loopback that records what it receives. */
export async function collector(status = 200) {
  const got = { spans: [] as Received[], metrics: [] as Received[], events: [] as Received[] }
  const resources: { [name: string]: unknown }[] = []
  const paths: string[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    paths.push(request.url ?? '')
    const groups = Object.values(JSON.parse(body)).flat() as readonly Group[]
    for (const group of groups) {
      resources.push(plain(group.resource.attributes))
      got.spans.push(...itemsIn(group, 'scopeSpans', 'spans').map(readable))
      got.metrics.push(...itemsIn(group, 'scopeMetrics', 'metrics').flatMap(pointsOf).map(readable))
      got.events.push(...itemsIn(group, 'scopeLogs', 'logRecords').map(readable))
    }
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { endpoint, ...got, resources, paths, close: () => server.close(), server }
}

const itemsIn = (group: Scoped, kind: string, items: string): readonly Received[] =>
  (group[kind] ?? []).flatMap((scope) => scope[items] ?? [])

const pointsOf = ({ name, unit, histogram }: Received): readonly Received[] =>
  (histogram as { readonly dataPoints: readonly Received[] }).dataPoints.map((point) => ({ ...point, name, unit }))

const readable = (item: Received): Received => ({
  ...item,
  name: String(item.eventName ?? item.name),
  attributes: plain(item.attributes as unknown as readonly Keyed[]),
})

const plain = (attributes: readonly Keyed[]) => Object.fromEntries(attributes.map(({ key, value }) => [key, of(value)]))

function of(value: Value): unknown {
  const [[kind, inner] = ['', undefined]] = Object.entries(value)
  if (kind === 'arrayValue') return ((inner as { values?: readonly Value[] }).values ?? []).map(of)
  if (kind === 'kvlistValue') return plain((inner as { values: readonly Keyed[] }).values)
  return kind === 'intValue' ? Number(inner) : inner
}
