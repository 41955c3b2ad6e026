type PageLocation = { readonly base: string; readonly source: string; readonly nonce: string; readonly path: string }

/**
 * Prepares the built page for a webview panel: files at the editor's addresses, only scripts with our nonce, and the
 * pipe in place before the first script runs.
 */
export function pageIn(html: string, { base, source, nonce, path }: PageLocation): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${source}`,
    `style-src ${source} 'unsafe-inline'`,
    `font-src ${source}`,
    `img-src ${source} data: blob:`,
    `worker-src ${source} blob:`,
  ].join('; ')
  const pipe = `<script nonce="${nonce}">(() => {
  const editor = acquireVsCodeApi()
  // The editor's text colours would clash with the page's own background colours.
  document.getElementById('_defaultStyles')?.remove()
  const takers = new Set()
  addEventListener('message', ({ data }) => { for (const take of takers) take(data) })
  const hear = (take) => { takers.add(take); return () => takers.delete(take) }
  location.hash = ${JSON.stringify(path).replaceAll('<', '\\u003c')}
  const pipe = { shell: 'editor', send: (text) => editor.postMessage(text), hear }
  Object.defineProperty(globalThis, 'convenePipe', { value: Object.freeze(pipe) })
})()</script>`
  return html
    .replaceAll(/<meta http-equiv="content-security-policy"[^>]*>/giu, '')
    .replace(
      '<head>',
      `<head><meta http-equiv="content-security-policy" content="${policy}"><base href="${base}/">${pipe}`,
    )
    .replaceAll('<script type="module"', `<script nonce="${nonce}" type="module"`)
    .replaceAll(/(src|href)="\/(?!\/)/gu, '$1="')
}
