import { causesOf } from './network-cause.ts'
import type { Fetch } from './provider-kind.ts'
import { WholeAnswer } from './whole-answer.ts'

const LIMIT_MS = 2_000
const LONGEST = 5_000_000

/** A small JSON document from a model server, or undefined if there is none. Never throws, so that no call fails. */
export async function fetchDocument(fetch: Fetch, url: string, init: RequestInit = {}): Promise<unknown> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(LIMIT_MS) }).catch(documentIn)
    if (!response.ok) return undefined
    const text = await response.text()
    return text.length > LONGEST ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
}

/** The guarded fetch expects a stream and throws if it gets a document. */
function documentIn(error: unknown): Response {
  const whole = causesOf(error).find((cause) => cause instanceof WholeAnswer)
  if (!whole) throw error
  return whole.response
}
