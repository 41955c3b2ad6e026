import type { DevTools } from '../devtools/pipe.ts'
import type { Answer } from './answer-request.ts'
import { ORIGIN } from './origin.ts'

type Page = { readonly devTools: DevTools; readonly session: string; readonly answer: Answer }

/** The streams that a page has open. Each is read only as fast as the page takes it: a slow page holds up itself. */
export function pageStreams({ devTools, session, answer }: Page) {
  const open = new Map<number, AbortController>()

  async function pump(id: number, path: string, cut: AbortController): Promise<void> {
    try {
      const request = new Request(`${ORIGIN}${path}`, {
        headers: { accept: 'text/event-stream' },
        signal: cut.signal,
      })
      const response = await answer(request)
      const decoder = new TextDecoder()
      for await (const chunk of response.body ?? []) {
        if (cut.signal.aborted) return
        await call('feed', id, decoder.decode(chunk, { stream: true }))
      }
    } catch {
      // The page hears the end and asks again from where it is; there is nothing more to tell it.
    } finally {
      open.delete(id)
      if (!cut.signal.aborted) await call('end', id).catch(() => undefined)
    }
  }

  const call = (name: 'feed' | 'end', ...given: readonly unknown[]) => {
    const expression = `conveneWindow.${name}(${given.map((value) => JSON.stringify(value)).join(', ')})`
    return devTools.send('Runtime.evaluate', { expression }, session)
  }

  return {
    open(id: number, path: string): void {
      if (open.has(id)) return
      const cut = new AbortController()
      open.set(id, cut)
      void pump(id, path, cut)
    },
    close(id: number): void {
      open.get(id)?.abort()
      open.delete(id)
    },
    /** All of them: the page was left or loaded again. */
    drop(): void {
      for (const cut of open.values()) cut.abort()
      open.clear()
    },
    get count(): number {
      return open.size
    },
  }
}
