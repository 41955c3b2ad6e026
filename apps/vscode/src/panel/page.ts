type Place = { readonly base: string; readonly source: string; readonly nonce: string; readonly path: string }

/**
 * The built page as a panel may show it: its files under the editor's own addresses, only scripts that we name, and the
 * pipe in place before the first of them runs.
 */
export function pageIn(html: string, { base, source, nonce, path }: Place): string {
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
  // The editor's own colours for text would stand on the page's own colours for everything else.
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
