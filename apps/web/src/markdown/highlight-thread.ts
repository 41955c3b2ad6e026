import { highlight } from './highlight.ts'
import type { Answer, Wish } from './highlight-in-thread.ts'

/** This file runs as a thread: it is sent code, and answers with its colours. */
const thread = globalThis as unknown as {
  postMessage(answer: Answer): void
  onmessage: ((event: { readonly data: Wish }) => void) | null
}

thread.onmessage = ({ data: { id, text, language } }) =>
  void highlight(text, language)
    .catch(() => null)
    .then((lines) => thread.postMessage({ id, lines }))
