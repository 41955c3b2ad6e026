const KNOWN = new Set([
  'message_start',
  'content_block_start',
  'content_block_delta',
  'content_block_stop',
  'message_delta',
  'message_stop',
  'error',
])

/** An event type newer than the provider's package: services announce that they add such types, to be skipped. */
export function isUnknownEvent(error: unknown): boolean {
  const { name, value } = (error ?? {}) as { name?: string; value?: unknown }
  if (name !== 'AI_TypeValidationError' || typeof value !== 'object' || value === null) return false
  const { type } = value as { type?: unknown }
  return typeof type === 'string' && !KNOWN.has(type) && !type.startsWith('response.')
}
