import { highlight } from './highlight.ts'
import type { HighlightAnswer, HighlightRequest } from './highlight-in-thread.ts'

/** The worker: receives code and replies with highlighted lines. */
const thread = globalThis as unknown as {
  postMessage(answer: HighlightAnswer): void
  onmessage: ((event: { readonly data: HighlightRequest }) => void) | null
}

thread.onmessage = ({ data: { id, text, language } }) =>
  void highlight(text, language)
    .catch(() => null)
    .then((lines) => thread.postMessage({ id, lines }))
