import { createClient, httpHost } from '@convene/protocol'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { applyTheme, chosenTheme } from './theme/theme.ts'
import './theme/tokens.css'

applyTheme(chosenTheme())
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <App client={createClient(httpHost())} />
    </StrictMode>,
  )
