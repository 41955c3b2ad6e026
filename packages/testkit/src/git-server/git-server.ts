import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A repository on a server, reached over HTTP with the real git. */
export type GitServer = {
  /** Ends with a slash. */
  readonly address: string
  readonly url: string
  /** The first commit, and a later one on the branch `next` with the tag `v2`. */
  readonly commits: readonly [string, string]
  /** The expected token. Undefined: everybody may read and push. */
  token: string | undefined
  /** Where requests are redirected, instead of an answer. */
  redirect: string | undefined
  /** The requested paths. */
  readonly asked: string[]
  /** Runs git in the served repository. */
  git(...args: readonly string[]): string
  close(): Promise<void>
}

type Files = { readonly [path: string]: string | { readonly link: string } }

/** Serves a repository with these files on this machine. */
export async function gitServer(files: Files = { 'readme.md': 'One.\n' }): Promise<GitServer> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'convene-git-server-')))
  const [work, served] = [join(root, 'work'), join(root, 'served', 'shop.git')]
  const commits = makeRepository(work, served, files)
  const state = { token: undefined as string | undefined, redirect: undefined as string | undefined }
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    if (state.redirect) return void response.writeHead(302, { location: state.redirect + request.url }).end()
    const wanted = state.token && `Basic ${Buffer.from(`x-access-token:${state.token}`).toString('base64')}`
    if (wanted && request.headers.authorization !== wanted)
      return void response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end()
    passOn(dirname(served), request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return Object.assign(state, {
    ...{ address, url: `${address}shop.git`, commits, asked },
    git: (...args: readonly string[]) => run(served, ...args),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(root, { recursive: true, force: true })
    },
  })
}

function run(folder: string, ...args: readonly string[]): string {
  const who = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
  const config = ['-c', 'user.name=Test', '-c', 'user.email=test@localhost', '-c', 'init.defaultBranch=main']
  return execFileSync('git', [...config, ...args], { cwd: folder, env: { ...process.env, ...who } })
    .toString()
    .trim()
}

function makeRepository(work: string, served: string, files: Files): readonly [string, string] {
  mkdirSync(work)
  run(work, 'init', '--quiet')
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(work, path)), { recursive: true })
    if (typeof content === 'string') writeFileSync(join(work, path), content)
    else symlinkSync(content.link, join(work, path))
  }
  run(work, 'add', '--all')
  run(work, 'commit', '--quiet', '--message', 'One')
  const first = run(work, 'rev-parse', 'HEAD')
  run(work, 'checkout', '--quiet', '-b', 'next')
  writeFileSync(join(work, 'second.md'), 'Two.\n')
  run(work, 'add', '--all')
  run(work, 'commit', '--quiet', '--message', 'Two')
  run(work, 'tag', '--annotate', '--message', 'v2', 'v2')
  const second = run(work, 'rev-parse', 'HEAD')
  run(work, 'checkout', '--quiet', 'main')
  run(dirname(work), 'clone', '--quiet', '--bare', work, served)
  run(served, 'config', 'http.receivepack', 'true')
  return [first, second]
}

/** Like a web server that hands requests to git's own program (CGI). */
function passOn(root: string, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, search } = new URL(request.url ?? '/', 'http://x')
  const child = spawn('git', ['http-backend'], {
    env: {
      ...{ PATH: process.env.PATH, GIT_PROJECT_ROOT: root, GIT_HTTP_EXPORT_ALL: '1', PATH_INFO: pathname },
      ...{ GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', REMOTE_USER: 'test', REMOTE_ADDR: '127.0.0.1' },
      ...{ QUERY_STRING: search.slice(1), REQUEST_METHOD: request.method ?? 'GET' },
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    },
  })
  child.stdin.on('error', () => undefined)
  request.pipe(child.stdin)
  const parts: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => parts.push(part))
  child.on('close', () => answer(response, Buffer.concat(parts)))
}

function answer(response: ServerResponse, output: Buffer): void {
  const end = output.indexOf('\r\n\r\n')
  const lines = output.subarray(0, Math.max(0, end)).toString('latin1').split('\r\n')
  const headers = lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)] as const)
  const status = Number.parseInt(headers.find(([name]) => name === 'Status')?.[1] ?? '200', 10)
  response.writeHead(end < 0 ? 500 : status, Object.fromEntries(headers.filter(([name]) => name && name !== 'Status')))
  response.end(output.subarray(end + 4))
}
