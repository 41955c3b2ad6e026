import type { Refusal } from '@convene/domain'
import { type Contract, contract, type Output, type RouteInput, type RouteName } from './contract.ts'
import type { ChangeFeed, EventFeed, Host, HostRequest, HostResponse } from './host.ts'
import { bytes, pathNames, type Route } from './route.ts'
import { Failure } from './shared.ts'

/** Why a call was refused. `status` 0 means that the server did not answer. */
export type CallRefusal = Refusal & { readonly status: number; readonly details?: unknown }

/** The result of a call. A client never throws. */
export type CallResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: CallRefusal }

type Arguments<Name extends RouteName> =
  Record<string, never> extends RouteInput<Name> ? [input?: RouteInput<Name>] : [input: RouteInput<Name>]

/** Every call of the contract by name, and the two feeds. */
export type Client = {
  readonly [Name in RouteName]: (...input: Arguments<Name>) => Promise<CallResult<Output<Name>>>
} & {
  /** A session's events after `after`, then new ones. Ends when the returned function is called. */
  follow(session: string, after: number, feed: EventFeed): () => void
  /** Session rows as they change. Ends when the returned function is called. */
  watch(feed: ChangeFeed): () => void
}

/** The contract as functions, over any transport. */
export function createClient(host: Host): Client {
  const names = Object.keys(contract) as (keyof Contract)[]
  const calls = names.map((name) => [name, (input: Given = {}) => call(host, contract[name], input)] as const)
  return {
    ...Object.fromEntries(calls),
    follow: (session: string, after: number, feed: EventFeed) => host.events(session, after, feed),
    watch: (feed: ChangeFeed) => host.changes(feed),
  } as unknown as Client
}

type Given = { readonly [name: string]: unknown }

async function call(host: Host, route: Route, input: Given): Promise<CallResult<unknown>> {
  const { status, body } = await host.call(routeRequest(route, input))
  return status >= 200 && status < 300 ? { ok: true, value: body } : { ok: false, refusal: refusalOf({ status, body }) }
}

/** Puts each value where the route expects it: into the path, the query or the body. */
export function routeRequest(route: Route, input: Given): HostRequest {
  const inPath = pathNames(route.path)
  const inQuery = Object.keys(route.query?.shape ?? {})
  const path = route.path.replaceAll(/:(\w+)/gu, (_, name: string) => encodeURIComponent(String(input[name] ?? '')))
  const query = new URLSearchParams(
    inQuery.flatMap((name) => (input[name] === undefined ? [] : [[name, String(input[name])]])),
  ).toString()
  const request = {
    method: route.method,
    path: query === '' ? path : `${path}?${query}`,
    ...(route.response === bytes && ({ answer: bytes } as const)),
  }
  if (route.body === undefined) return request
  if (route.body === bytes) return { ...request, file: input.file as Uint8Array | Blob }
  const rest = Object.entries(input).filter(([name]) => !inPath.includes(name) && !inQuery.includes(name))
  return { ...request, body: Object.fromEntries(rest) }
}

function refusalOf({ status, body }: HostResponse): CallRefusal {
  const failure = Failure.safeParse(body)
  if (failure.success) return { status, ...failure.data.error }
  return { status, code: 'bad_answer', message: `The server answered with status ${status} and an unreadable body.` }
}
