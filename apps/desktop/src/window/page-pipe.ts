import { framed, type Pipe } from '@convene/protocol'
import type { DevTools } from '../devtools/pipe.ts'
import { BINDING, HEAR, readQuit } from './page-script.ts'

type Page = { readonly devTools: DevTools; readonly session: string; quit(pause: boolean): void }

/** Frames between the page and us, over the DevTools pipe. */
export function pagePipe({ devTools, session, quit }: Page): Pipe {
  const say = (text: string) => {
    const expression = `globalThis.${HEAR}?.(${JSON.stringify(text)})`
    devTools.send('Runtime.evaluate', { expression }, session).catch(() => undefined)
  }
  return framed({
    send: say,
    hear: (take) =>
      devTools.on(({ method, params, session: from }) => {
        if (method !== 'Runtime.bindingCalled' || from !== session || params.name !== BINDING) return
        const payload = String(params.payload)
        const leave = readQuit(payload)
        if (leave) quit(leave.pause)
        else take(payload)
      }),
  })
}
