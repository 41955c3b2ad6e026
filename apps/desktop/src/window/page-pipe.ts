import type { Pipe } from '@convene/protocol'
import type { DevTools, DevToolsEvent } from '../devtools/pipe.ts'
import type { ChromiumPage } from './chromium-page.ts'
import { BINDING, hearScript } from './page-script.ts'
import { textPipe } from './text-pipe.ts'

type Carrying = { readonly devTools: DevTools; readonly page: ChromiumPage; quit(pause: boolean): void }

/** Frames between the page and us, over the DevTools pipe. */
export function pagePipe({ devTools, page, quit }: Carrying): Pipe {
  const { session } = page
  return textPipe({
    quit,
    say: (text) => {
      devTools.send('Runtime.evaluate', { expression: hearScript(text) }, session).catch(() => undefined)
    },
    hear: (take) => {
      const isOfPage = knowsContexts(page)
      return devTools.on((event) => {
        const { method, params, session: from } = event
        const isMain = isOfPage(event)
        if (method === 'Runtime.bindingCalled' && from === session && params.name === BINDING && isMain)
          take(String(params.payload))
      })
    },
  })
}

type Context = { readonly id: number; readonly auxData?: { readonly frameId?: string; readonly isDefault?: boolean } }

/** Whether a message comes from the page itself: frames inside it have the binding too, and are ignored. */
function knowsContexts({ target }: ChromiumPage): (event: DevToolsEvent) => boolean {
  const others = new Set<number>()
  return ({ method, params }) => {
    if (method === 'Runtime.executionContextCreated') {
      const { id, auxData } = params.context as Context
      if (auxData?.frameId !== target) others.add(id)
    }
    if (method === 'Runtime.executionContextsCleared') others.clear()
    return !others.has(params.executionContextId as number)
  }
}
