import type { SessionId } from '@convene/domain'
import type { WebhookState } from '@convene/engine'

/** Webhook state without a disk. */
export function memoryWebhooks(): WebhookState {
  const urls = new Map<string, Map<SessionId, number>>()
  const seen = new Set<string>()
  return {
    async places(url) {
      const places = urls.get(url)
      return places && new Map(places)
    },
    async keepPlaces(url, places) {
      const kept = urls.get(url) ?? new Map<SessionId, number>()
      urls.set(url, kept)
      for (const [session, seq] of places)
        if (seq === null) kept.delete(session)
        else kept.set(session, seq)
    },
    claim: async () => Number.POSITIVE_INFINITY,
    release: async () => undefined,
    async remember(signatures) {
      const fresh = [...new Set(signatures)].filter((signature) => !seen.has(signature))
      for (const signature of fresh) seen.add(signature)
      return fresh
    },
  }
}
