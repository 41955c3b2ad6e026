import type { Highlight, Highlighted } from './highlight.ts'

export type HighlightRequest = { readonly id: number; readonly text: string; readonly language: string }
export type HighlightAnswer = { readonly id: number; readonly lines: Highlighted | null }

type Thread = Pick<Worker, 'postMessage' | 'onmessage' | 'onerror'>
type Pending = {
  readonly request: HighlightRequest
  readonly take: (lines: Promise<Highlighted | null> | Highlighted | null) => void
}

/**
 * Highlights code in a worker, started on first use: loading a language takes longer than many frames. If workers are
 * not allowed or the worker fails, the fallback is used, even for pending requests.
 */
export function inThread(open: () => Thread, otherwise: Highlight): Highlight {
  const pending = new Map<number, Pending>()
  let thread: Thread | null | undefined
  let count = 0
  const giveUp = () => {
    thread = null
    for (const { request, take } of pending.values()) take(otherwise(request.text, request.language))
    pending.clear()
  }
  const answered = ({ id, lines }: HighlightAnswer) => {
    pending.get(id)?.take(lines)
    pending.delete(id)
  }
  return (text, language) => {
    if (thread === undefined) thread = started(open, answered, giveUp)
    if (!thread) return otherwise(text, language)
    count += 1
    const request = { id: count, text, language }
    thread.postMessage(request)
    return new Promise((take) => pending.set(request.id, { request, take }))
  }
}

function started(open: () => Thread, answered: (answer: HighlightAnswer) => void, broken: () => void): Thread | null {
  try {
    const thread = open()
    thread.onmessage = ({ data }: { readonly data: HighlightAnswer }) => answered(data)
    thread.onerror = broken
    return thread
  } catch {
    return null
  }
}
