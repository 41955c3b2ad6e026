import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { answerPipe, framed } from '@convene/protocol'
import * as vscode from 'vscode'
import { pageIn } from './page.ts'

type Parts = {
  fetch(path: string, init?: RequestInit): Promise<Response>
  readonly extension: vscode.Uri
}

let shown: vscode.WebviewPanel | undefined

/** Opens the web interface in an editor panel at this place. There is only one panel, which is brought to the front. */
export function openPanel(parts: Parts, path: string): vscode.WebviewPanel {
  const web = vscode.Uri.joinPath(parts.extension, 'dist', 'web')
  const panel = shown ?? createPanel(parts, web)
  shown = panel
  const html = readFileSync(join(web.fsPath, 'index.html'), 'utf8')
  panel.webview.html = pageIn(html, {
    base: panel.webview.asWebviewUri(web).toString(),
    source: panel.webview.cspSource,
    nonce: randomBytes(16).toString('base64url'),
    path,
  })
  panel.reveal()
  return panel
}

/** The page's calls arrive as messages. It has no network access. */
function createPanel({ fetch, extension }: Parts, web: vscode.Uri): vscode.WebviewPanel {
  const panel = vscode.window.createWebviewPanel('convene.panel', 'Convene', vscode.ViewColumn.Active, {
    enableScripts: true,
    retainContextWhenHidden: true,
    localResourceRoots: [web],
  })
  panel.iconPath = vscode.Uri.joinPath(extension, 'media', 'icon.png')
  const { webview } = panel
  const pipe = framed({
    send: (text) => void webview.postMessage(text),
    hear: (take) => {
      const listening = webview.onDidReceiveMessage((text) => take(String(text)))
      return () => listening.dispose()
    },
  })
  const stop = answerPipe(pipe, answerWith(fetch), 'http://convene.invalid')
  panel.onDidDispose(() => {
    stop()
    shown = undefined
  })
  return panel
}

const answerWith = (fetch: Parts['fetch']) => async (request: Request) => {
  const { pathname, search } = new URL(request.url)
  const body = request.method === 'GET' ? undefined : await request.arrayBuffer()
  return fetch(`${pathname}${search}`, {
    method: request.method,
    headers: Object.fromEntries(request.headers),
    signal: request.signal,
    ...(body && { body }),
  })
}
