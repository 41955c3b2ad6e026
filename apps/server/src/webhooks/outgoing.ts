import { type Program, settingsOf } from '@convene/host'
import type { DeliveryOptions, Hook } from './deliver.ts'
import { HookPost } from './hook-post.ts'
import { secretOf } from './secret.ts'

const LOOK_MS = 1_000

export type OutgoingOptions = DeliveryOptions & { readonly lookMs?: number }

/**
 * Posts selected events to the webhook URLs in the settings, signed, in order within each session, and retried until
 * accepted. Each URL is served independently: one that does not answer delays no other. Off if none is configured.
 * Positions are stored, so that a restart continues where it stopped.
 */
export function postEvents(program: Program, options: OutgoingOptions = {}): () => void {
  const addresses = new Addresses(program, options)
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  const lookIn = (ms: number) => {
    if (isOver) return
    timer = setTimeout(() => void addresses.look().then(() => lookIn(options.lookMs ?? LOOK_MS)), ms)
    timer.unref()
  }
  lookIn(0)
  return () => {
    isOver = true
    clearTimeout(timer)
    addresses.end()
  }
}

/** The configured URLs. */
class Addresses {
  readonly #program: Program
  readonly #options: DeliveryOptions
  readonly #posts = new Map<string, HookPost>()
  #lookedAt: number
  #isOver = false

  constructor(program: Program, options: DeliveryOptions) {
    this.#program = program
    this.#options = options
    this.#lookedAt = program.now()
  }

  /** Starts new URLs, drops removed ones, and posts new events. */
  async look(): Promise<void> {
    const since = this.#lookedAt
    this.#lookedAt = this.#program.now()
    const hooks = await hooksOf(this.#program).catch((error) => this.#failed(error))
    // Unreadable settings neither add nor remove a URL.
    if (!hooks || this.#isOver) return
    for (const [url, post] of this.#posts) if (!hooks.some((hook) => hook.url === url)) this.#letGo(url, post)
    for (const { url } of hooks) {
      const posting = { program: this.#program, options: this.#options, since }
      if (!this.#posts.has(url)) this.#posts.set(url, new HookPost(url, posting))
    }
    for (const hook of hooks)
      await this.#posts
        .get(hook.url)
        ?.look(hook)
        .catch((error) => this.#failed(error))
  }

  end(): void {
    this.#isOver = true
    for (const [url, post] of this.#posts) this.#letGo(url, post)
  }

  #letGo(url: string, post: HookPost): void {
    post.end()
    this.#posts.delete(url)
  }

  async #failed(error: unknown): Promise<undefined> {
    const telemetry = await this.#program.telemetry()
    telemetry.log('warn', 'webhook_failed', String(error), {})
    return undefined
  }
}

/** Undefined if the settings cannot be read. */
async function hooksOf(server: Program): Promise<readonly Hook[] | undefined> {
  const program = server.at(server.workspace)
  const settings = await settingsOf(program)
  if (!settings.ok) return undefined
  return settings.value.settings.webhooks.out.flatMap((hook) => {
    const secret = secretOf(hook, program.environment)
    return secret === undefined ? [] : [{ url: hook.url, events: hook.events, secret }]
  })
}
