import { createClient, framed, httpHost, pipeFetch, shellPipe } from '@convene/protocol'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ClientContext } from './connection/client.ts'
import { ownServer } from './connection/own-server.ts'
import { takePageKey } from './connection/page-key.ts'
import { inPageSpace } from './connection/page-space.ts'
import { yieldToPage } from './connection/yield-to-page.ts'
import { App } from './shell/app.tsx'
import { WindowState } from './shell/window-state.tsx'
import { applyDensity, chosenDensity, followEditor, showTheme } from './ui/theme/theme.ts'
import './ui/theme/tokens.css'
import './ui/theme/print.css'

showTheme()
followEditor()
applyDensity(chosenDensity())
/** In a desktop or editor window, calls go over a pipe. In a browser, they go to the page's own server. */
const pipe = shellPipe()
const send = pipe ? pipeFetch(framed(pipe)) : ownServer(takePageKey(location, history), location.host)
const client = createClient(httpHost({ breathe: yieldToPage, fetch: inPageSpace(send) }))
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <App client={client} />
      {pipe?.quit && (
        <ClientContext value={client}>
          <WindowState />
        </ClientContext>
      )}
    </StrictMode>,
  )
