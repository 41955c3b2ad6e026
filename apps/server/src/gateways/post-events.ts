import { type PostOptions, type Program, settingsOf } from '@convene/host'

/**
 * Posts events to the webhooks in the settings until the returned function is called. The package that can is loaded
 * at once, because settings may name webhooks later. Without it, only the log says so.
 */
export function postEvents(program: Program, options: PostOptions = {}): () => Promise<void> {
  const posting = start(program, options).catch(async (error: unknown) => {
    const message = error instanceof Error ? error.message : String(error)
    ;(await program.telemetry()).log('error', 'webhooks_failed', message, {})
  })
  return async () => (await posting)?.()
}

async function start(program: Program, options: PostOptions): Promise<(() => Promise<void>) | undefined> {
  const [added] = await program.extensions.parts('gateways')
  if (added) return added.postEvents(program as never, options)
  const why = await whyNoWebhooks(program)
  if (why !== undefined) (await program.telemetry()).log('warn', 'missing_package', why, {})
  return undefined
}

/** Why the webhooks in the settings get no events, if there are any. */
export async function whyNoWebhooks(program: Program): Promise<string | undefined> {
  const settings = await settingsOf(program)
  if (!settings.ok || settings.value.settings.webhooks.out.length === 0) return undefined
  return program.extensions.whyMissing('gateways', 'webhooks.out')
}
