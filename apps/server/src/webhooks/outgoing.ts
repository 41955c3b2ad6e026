import { type Program, settingsOf } from '@convene/program'
import type { DeliveryOptions, Hook } from './deliver.ts'
import { HookPost } from './hook-post.ts'
import { secretOf } from './secret.ts'

const LOOK_MS = 1_000

export type OutgoingOptions = DeliveryOptions & { readonly lookMs?: number }

/**
 * Posts chosen events to the addresses that the settings name, signed, in the order of each session, and again until they
 * are taken. Each address is served on its own: one that does not answer keeps nothing from the others. Off while the
 * settings name none. What was posted is remembered, so that a restart goes on where it stopped.
 */
export function postEvents(program: Program, options: OutgoingOptions = {}): () => void {
  const ending = new AbortController()
  const posts = new Map<string, HookPost>()
  const since = program.now()
  let timer: NodeJS.Timeout | undefined
  const lookIn = (ms: number) => {
    if (ending.signal.aborted) return
    timer = setTimeout(() => void look(), ms)
    timer.unref()
  }
  const look = async () => {
    try {
      const hooks = await hooksOf(program)
      for (const url of posts.keys()) if (!hooks.some((hook) => hook.url === url)) posts.delete(url)
      for (const hook of hooks) {
        const post = posts.get(hook.url) ?? new HookPost({ program, options, since, signal: ending.signal })
        posts.set(hook.url, post)
        await post.look(hook)
      }
    } catch (error) {
      const telemetry = await program.telemetry()
      telemetry.log('warn', 'webhook_failed', String(error), {})
    }
    lookIn(options.lookMs ?? LOOK_MS)
  }
  lookIn(0)
  return () => {
    ending.abort()
    clearTimeout(timer)
  }
}

async function hooksOf(server: Program): Promise<readonly Hook[]> {
  const program = server.at(server.workspace)
  const settings = await settingsOf(program)
  if (!settings.ok) return []
  return settings.value.settings.webhooks.out.flatMap((hook) => {
    const secret = secretOf(hook, program.environment)
    return secret === undefined ? [] : [{ url: hook.url, events: hook.events, secret }]
  })
}
