import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

/** A package registry on this machine, with the packages installed in a folder. */
export type Registry = AsyncDisposable & { readonly url: string; readonly asked: ReadonlySet<string> }

/**
 * Packuments and tarballs are built on request. Packages that are not installed are missing: other systems' binaries.
 */
export async function serveInstalled(modules: string): Promise<Registry> {
  const asked = new Set<string>()
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://registry').pathname)
    const [, name = '', isTarball] = /^\/((?:@[^/]+\/)?[^/]+)(\/-\/package\.tgz)?$/u.exec(path) ?? []
    asked.add(name)
    const folder = join(modules, name)
    if (name === '' || !existsSync(join(folder, 'package.json'))) return void response.writeHead(404).end('{}')
    if (isTarball) return sendTarball(folder, response)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(packumentOf(folder, `http://${request.headers.host}/${name}/-/package.tgz`)))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    asked,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

type Manifest = { readonly name: string; readonly version: string }

function packumentOf(folder: string, tarball: string): unknown {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  const { name, version } = manifest
  return { name, 'dist-tags': { latest: version }, versions: { [version]: { ...manifest, dist: { tarball } } } }
}

/** As installed, without nested packages, and uncompressed, which every client can read. */
function sendTarball(folder: string, response: ServerResponse): void {
  const tar = ['-cf', '-', '--exclude=./node_modules', '--transform=s,^\\.,package,', '-C', folder, '.']
  spawn('tar', tar, { stdio: ['ignore', 'pipe', 'ignore'] }).stdout.pipe(response)
}
