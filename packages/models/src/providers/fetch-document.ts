import { causesOf } from './network-cause.ts'
import type { Fetch } from './provider-kind.ts'
import { WholeAnswer } from './whole-answer.ts'

const LIMIT_MS = 2_000
const LONGEST = 5_000_000

/** A small JSON document of a model server, or undefined if it does not have it: asking must not stop a call. */
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

/** The fetch for answers raises a document, because it expects a stream. */
function documentIn(error: unknown): Response {
  const whole = causesOf(error).find((cause) => cause instanceof WholeAnswer)
  if (!whole) throw error
  return whole.response
}
