import { highlight } from './highlight.ts'
import type { Answer, HighlightRequest } from './highlight-in-thread.ts'

/** The worker: receives code and replies with highlighted lines. */
const thread = globalThis as unknown as {
  postMessage(answer: Answer): void
  onmessage: ((event: { readonly data: HighlightRequest }) => void) | null
}

thread.onmessage = ({ data: { id, text, language } }) =>
  void highlight(text, language)
    .catch(() => null)
    .then((lines) => thread.postMessage({ id, lines }))
