import { createClient, framed, httpHost, pipeFetch, shellPipe } from '@convene/protocol'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { breathe } from './connection/breathe.ts'
import { ClientContext } from './connection/client.ts'
import { ownServer } from './connection/own-server.ts'
import { takePageKey } from './connection/page-key.ts'
import { WindowState } from './shell/window-state.tsx'
import { applyDensity, chosenDensity } from './theme/density.ts'
import { followEditor, showTheme } from './theme/theme.ts'
import './theme/tokens.css'

showTheme()
followEditor()
applyDensity(chosenDensity())
/** In a desktop or editor window, calls go over a pipe. In a browser, they go to the page's own server. */
const pipe = shellPipe()
const send = pipe ? pipeFetch(framed(pipe)) : ownServer(takePageKey(location, history), location.host)
const client = createClient(httpHost({ breathe, fetch: send }))
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
