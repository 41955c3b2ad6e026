import { readFile, stat } from 'node:fs/promises'
import { basename, extname, join, normalize, sep } from 'node:path'
import type { Hono } from 'hono'
import { plainPage } from './plain-page.ts'

const types: { readonly [ending: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.map': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
}

/** Serves the built pages. Files with a hash in their name never change, but the page that refers to them may. */
export function mountPages(app: Hono, folder: string | undefined): void {
  app.get('*', async (call) => {
    const found = folder === undefined ? undefined : await fileAt(folder, call.req.path)
    if (found) return served(found, call.req.header('accept-encoding') ?? '')
    if (!isPlace.test(call.req.path)) return new Response('File not found.', { status: 404 })
    if (call.req.path !== '/') return call.redirect(inPage(call.req.path))
    const page = folder === undefined ? undefined : await fileAt(folder, '/index.html')
    return page ? served(page, call.req.header('accept-encoding') ?? '') : unbuilt()
  })
}

/** What names a place in the page and no file. Anything else would not even fit into a header. */
const isPlace = /^\/[\w/-]*$/u

/**
 * The place in the page that a path without `#` names. At such a path the page itself would stay blank, because it refers
 * to its files relatively. The redirect is relative too, for a proxy that adds a prefix.
 */
const inPage = (path: string): string => `${'../'.repeat(path.split('/').length - 2) || './'}#${path}`

/** The file for a URL path. Never outside the folder. */
async function fileAt(folder: string, path: string): Promise<string | undefined> {
  const wanted = pathOf(path)
  if (wanted === undefined) return undefined
  const file = normalize(join(folder, wanted))
  if (!file.startsWith(folder + sep)) return undefined
  const found = await stat(file).catch(() => undefined)
  return found?.isFile() ? file : undefined
}

function pathOf(path: string): string | undefined {
  try {
    const decoded = decodeURIComponent(path)
    return decoded.includes('\0') ? undefined : decoded
  } catch {
    return undefined
  }
}

/** Sends the precompressed file, if the build created one. */
async function served(file: string, encodings: string): Promise<Response> {
  const packed = /\bgzip\b/u.test(encodings) ? await readFile(`${file}.gz`).catch(() => undefined) : undefined
  const hashed = /[-.][\w-]{8,}\.\w+$/u.test(basename(file).slice(-100)) && file.includes(`${sep}assets${sep}`)
  return new Response(packed ?? (await readFile(file)), {
    headers: {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'cache-control': hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...(packed && { 'content-encoding': 'gzip' }),
    },
  })
}

const unbuilt = (): Response =>
  new Response(
    plainPage('Convene is running', [
      'The web interface is not built. Build it with `npm run build:web`, then reload this page.',
      'Programs with the token can use the API: see `/api/openapi.json`.',
    ]),
    { headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' } },
  )
