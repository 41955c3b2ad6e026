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

/** The web interface in a panel of the editor. Its calls come over messages; it reaches no network. */
export function openPanel({ fetch, extension }: Parts, path: string): vscode.WebviewPanel {
  const web = vscode.Uri.joinPath(extension, 'dist', 'web')
  const panel = vscode.window.createWebviewPanel('convene.panel', 'Convene', vscode.ViewColumn.Active, {
    enableScripts: true,
    retainContextWhenHidden: true,
    localResourceRoots: [web],
  })
  const { webview } = panel
  const html = readFileSync(join(web.fsPath, 'index.html'), 'utf8')
  webview.html = pageIn(html, {
    base: webview.asWebviewUri(web).toString(),
    source: webview.cspSource,
    nonce: randomBytes(16).toString('base64url'),
    path,
  })
  const pipe = framed({
    send: (text) => void webview.postMessage(text),
    hear: (take) => {
      const listening = webview.onDidReceiveMessage((text) => take(String(text)))
      return () => listening.dispose()
    },
  })
  const answer = async (request: Request) => {
    const { pathname, search } = new URL(request.url)
    const body = request.method === 'GET' ? undefined : await request.arrayBuffer()
    return fetch(`${pathname}${search}`, {
      method: request.method,
      headers: Object.fromEntries(request.headers),
      signal: request.signal,
      ...(body && { body }),
    })
  }
  const stop = answerPipe(pipe, answer, 'http://convene.invalid')
  panel.onDidDispose(stop)
  return panel
}
