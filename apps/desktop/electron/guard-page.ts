import type { Session, WebContents } from 'electron'
import { isOurs, isWeb } from './origin.ts'

/** What the page may ask the system for. */
const permitted: readonly string[] = ['notifications', 'clipboard-sanitized-write']

/** Nothing but the page's own files is loaded, and nothing of the system is given but what it needs. */
export function guardSession(session: Session): void {
  session.setPermissionRequestHandler((contents, permission, answer) =>
    answer(permitted.includes(permission) && isOurs(contents.getURL())),
  )
  session.setPermissionCheckHandler(
    (_contents, permission, origin) => permitted.includes(permission) && isOurs(origin.replace(/\/$/u, '')),
  )
  session.setDevicePermissionHandler(() => false)
  session.webRequest.onBeforeRequest({ urls: ['<all_urls>'] }, ({ url }, answer) => answer({ cancel: !mayLoad(url) }))
}

const mayLoad = (url: string): boolean => isOurs(url) || /^(data|blob):/u.test(url)

/** The page stays where it is and opens no window: links that lead away are opened by the person's own browser. */
export function guardPage(contents: WebContents, openOutside: (url: string) => void): void {
  const leave = (url: string) => {
    if (isWeb(url)) openOutside(url)
  }
  const stay = (event: { readonly url: string; preventDefault(): void }) => {
    if (isOurs(event.url)) return
    event.preventDefault()
    leave(event.url)
  }
  contents.setWindowOpenHandler(({ url }) => {
    leave(url)
    return { action: 'deny' }
  })
  contents.on('will-navigate', stay)
  contents.on('will-redirect', stay)
  contents.on('will-frame-navigate', (event) => {
    if (!isOurs(event.url)) event.preventDefault()
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
}
