import { safeEnvironment } from '@convene/platform'
import type { Client, ClientOptions, Tool } from '@modelcontextprotocol/client'
import { raceAbort } from '../../race-abort.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { isServerAlive } from './is-alive.ts'
import type { McpLimits, ServerDefinition } from './server-definition.ts'
import { StdioTransport } from './stdio-transport.ts'

export type McpClientSdk = typeof import('@modelcontextprotocol/client')

/** Loaded on first use: it is large, and most runs have no server. */
export const loadSdk = (): Promise<McpClientSdk> => import('@modelcontextprotocol/client')

export type Connecting = {
  readonly definition: ServerDefinition
  readonly limits: McpLimits
  readonly version: string
  readonly environment: { readonly [name: string]: string | undefined }
  readonly heard: (source: 'stderr' | 'garbage', text: string) => void
  /** Aborted when the connection is no longer needed. */
  readonly signal: AbortSignal
  /** The server reports that its tools changed. */
  readonly changed: (tools: readonly Tool[]) => void
  /** Called with the reason if an established connection is lost. */
  readonly lost: (reason: string) => void
}

/** A connected server and its tools. */
export type McpConnection = {
  readonly client: Client
  readonly tools: readonly Tool[]
  readonly pid: number | null
  close(): Promise<void>
}

/** Connects within the time limit, or throws with the reason. A failed attempt leaves nothing behind. */
export async function connectServer(connecting: Connecting): Promise<McpConnection> {
  const sdk = await loadSdk()
  const deadline = AbortSignal.any([connecting.signal, AbortSignal.timeout(connecting.limits.connectMs)])
  const first = attempt(sdk, connecting)
  try {
    return await first.open(deadline)
  } catch (error) {
    // Some older servers exit at the first request they do not know, which is the version request.
    if (!first.endedItself() || deadline.aborted) throw error
    return await attempt(sdk, connecting, { kind: 'legacy' }).open(deadline)
  }
}

function attempt(sdk: McpClientSdk, connecting: Connecting, prior?: { readonly kind: 'legacy' }) {
  const { limits, lost } = connecting
  const transport = transportFor(sdk, connecting)
  const client = new sdk.Client({ name: 'convene', version: connecting.version }, clientOptions(connecting))
  let connected = false
  let closing: Promise<void> | undefined
  const close = () => {
    connected = false
    closing ??= closeBoth(client, transport, limits.pingMs)
    return closing
  }
  client.onclose = () => {
    if (connected) lost(endingOf(transport) ?? 'the connection ended')
    connected = false
  }
  let looking = false
  client.onerror = async (error) => {
    // Over HTTP, nothing reports that the other side is gone, and a call would wait until its timeout.
    if (looking || !connected || transport instanceof StdioTransport) return
    looking = true
    if (!(await isServerAlive(client, limits.pingMs)) && connected) lost(error.message)
    looking = false
  }
  const open = async (deadline: AbortSignal): Promise<McpConnection> => {
    try {
      // The client's own limits do not cover a transport that never starts or a send that never ends.
      const within = { timeout: limits.connectMs, signal: deadline }
      await raceAbort(client.connect(transport, { ...within, ...(prior && { prior }) }), deadline)
      const { tools } = await raceAbort(client.listTools(undefined, within), deadline)
      connected = true
      return { client, tools, pid: transport instanceof StdioTransport ? transport.pid : null, close }
    } catch (error) {
      await close()
      if (deadline.aborted) throw new Error(`it did not answer within ${limits.connectMs / 1_000} s`)
      throw new Error(endingOf(transport) ?? (error instanceof Error ? error.message : String(error)))
    }
  }
  return { open, endedItself: () => transport instanceof StdioTransport && transport.endedItself }
}

/** The client offers servers nothing: no sampling, no elicitation, no roots. */
function clientOptions({ limits, changed }: Connecting): ClientOptions {
  return {
    capabilities: {},
    versionNegotiation: { mode: 'auto', probe: { timeoutMs: limits.probeMs } },
    inputRequired: { autoFulfill: false },
    listMaxPages: 20,
    listChanged: { tools: { onChanged: (_error, tools) => tools && changed(tools) } },
    // A server's patterns would run in our process, and one pattern can take hours.
    jsonSchemaValidator: {
      getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
    },
  }
}

function transportFor(sdk: McpClientSdk, { definition, limits, environment, heard }: Connecting) {
  if ('url' in definition)
    return new sdk.StreamableHTTPClientTransport(new URL(definition.url), {
      requestInit: { headers: definition.headers ?? {} },
      fetch: boundedFetch(limits.maxReplyBytes),
    })
  return new StdioTransport({
    command: definition.command,
    args: definition.args ?? [],
    cwd: definition.cwd,
    env: { ...safeEnvironment(environment), ...definition.env },
    maxReplyBytes: limits.maxReplyBytes,
    graceMs: limits.graceMs,
    parse: sdk.deserializeMessage,
    heard,
  })
}

type AnyTransport = ReturnType<typeof transportFor>

const endingOf = (transport: AnyTransport): string | undefined =>
  transport instanceof StdioTransport ? transport.ending : undefined

async function closeBoth(client: Client, transport: AnyTransport, limitMs: number): Promise<void> {
  const goodbye = transport instanceof StdioTransport ? undefined : transport.terminateSession()
  await raceAbort(goodbye ?? Promise.resolve(), AbortSignal.timeout(limitMs)).catch(() => {})
  await client.close().catch(() => {})
  await transport.close().catch(() => {})
}
