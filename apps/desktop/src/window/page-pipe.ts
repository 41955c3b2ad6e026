import type { Pipe } from '@convene/protocol'
import type { DevTools } from '../devtools/pipe.ts'
import { BINDING, hearScript } from './page-script.ts'
import { textPipe } from './text-pipe.ts'

type Page = { readonly devTools: DevTools; readonly session: string; quit(pause: boolean): void }

/** Frames between the page and us, over the DevTools pipe. */
export const pagePipe = ({ devTools, session, quit }: Page): Pipe =>
  textPipe({
    quit,
    say: (text) => {
      devTools.send('Runtime.evaluate', { expression: hearScript(text) }, session).catch(() => undefined)
    },
    hear: (take) =>
      devTools.on(({ method, params, session: from }) => {
        if (method === 'Runtime.bindingCalled' && from === session && params.name === BINDING)
          take(String(params.payload))
      }),
  })
