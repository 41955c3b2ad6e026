import { type PostOptions, type Program, settingsOf } from '@convene/host'
import type { Hook } from './deliver.ts'
import { HookPost } from './hook-post.ts'
import { secretOf } from './secret.ts'

const LOOK_MS = 1_000

/**
 * Posts selected events to the webhook URLs in the settings, signed, in order within each session, and retried until
 * accepted. Each URL is served independently: one that does not answer delays no other. Off if none is configured.
 * Positions are stored, so that a restart continues where it stopped. If several servers share a URL, one posts to it.
 */
export function postToWebhooks(program: Program, options: PostOptions = {}): () => Promise<void> {
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
    return addresses.end()
  }
}

/** The configured URLs. */
class Addresses {
  readonly #program: Program
  readonly #options: PostOptions
  readonly #posts = new Map<string, HookPost>()
  #lookedAt: number
  #isOver = false

  constructor(program: Program, options: PostOptions) {
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
    for (const url of this.#posts.keys()) if (!hooks.some((hook) => hook.url === url)) await this.#letGo(url)
    for (const hook of hooks) await this.#lookAt(hook, since).catch((error) => this.#failed(error))
  }

  async #lookAt(hook: Hook, since: number): Promise<void> {
    const { url } = hook
    const { webhooks } = await this.#program.store()
    const from = performance.now()
    const held = await webhooks.claim(url)
    if (held === undefined && !this.#posts.has(url)) return
    if (held === undefined || this.#isOver) return this.#letGo(url)
    const post = this.#posts.get(url) ?? new HookPost(url, { program: this.#program, options: this.#options, since })
    this.#posts.set(url, post)
    post.claimed(from + held)
    await post.look(hook)
  }

  async end(): Promise<void> {
    this.#isOver = true
    await Promise.all([...this.#posts.keys()].map((url) => this.#letGo(url)))
  }

  /** Stores the URL's positions before another server continues from there. */
  async #letGo(url: string): Promise<void> {
    const post = this.#posts.get(url)
    this.#posts.delete(url)
    await post?.end()
    await (await this.#program.store()).webhooks.release(url)
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
