import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createClient, httpHost } from '@convene/protocol'
import { folderOf, ownPostgres, reservedPort } from '@convene/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { until } from '../e2e/launch.ts'
import { leftOut } from '../runner/skip-reasons.ts'
import type { Resource } from './render-helm.ts'
import { tlsProxy } from './tls-proxy.ts'

const root = resolve(import.meta.dirname, '../..')
const deploy = join(root, 'deploy')
const compose: Resource = parse(readFileSync(join(deploy, 'compose.yaml'), 'utf8'), { merge: true })
const variables = { CONVENE_TOKEN: 'a'.repeat(64), CONVENE_DATABASE_PASSWORD: 'b'.repeat(64) }

/** Runs the Dockerfile's installation steps in a clean folder. Returns the command. */
function install(): string {
  const [work, prefix] = [folderOf(), folderOf()]
  execFileSync(process.execPath, [join(root, 'scripts/release/build.mjs'), work], { stdio: 'ignore', cwd: root })
  const image = readdirSync(work).find((name) => name.startsWith('convene-image-')) ?? ''
  execFileSync('tar', ['-xzf', join(work, image), '-C', work])
  const folder = join(work, 'convene-image')
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? ''
  const dockerfile = readFileSync(join(folder, 'Dockerfile'), 'utf8')
  expect(dockerfile).toContain('RUN npm install --global /tmp/convene.tgz')
  expect(dockerfile).toContain('ENTRYPOINT ["convene"]')
  execFileSync('npm', ['install', '--global', '--prefix', prefix, join(folder, tarball)], { stdio: 'ignore' })
  return join(prefix, 'bin/convene')
}

/** Creates the database like `create-database.sh`. */
async function database(): Promise<string> {
  const own = await ownPostgres()
  if (!('server' in own)) throw new Error(own.reason)
  onTestFinished(() => own.server.stop())
  const { hostname, port, password } = new URL(own.server.admin)
  const environment = { ...process.env, PGHOST: hostname, PGPORT: port, PGPASSWORD: password, ...variables }
  execFileSync('sh', [join(deploy, 'create-database.sh')], { env: environment, stdio: 'ignore' })
  return `${hostname}:${port}`
}

type Container = { readonly command: string; readonly at: string; settings(): object }

/** Starts a service like its container would: its command, its variables, and nothing else. */
async function start(service: string, { command, at, settings }: Container) {
  const { command: words, environment } = compose.services[service] as Resource
  const [root, home] = [folderOf(), folderOf()]
  mkdirSync(join(root, 'work'))
  writeFileSync(join(home, 'config.json'), JSON.stringify(settings()))
  const filled = Object.entries(environment as Record<string, string>).map(([name, value]) => [
    name,
    value
      .replace(/\$\{([A-Z0-9_]+)(?::[?-][^}]*)?\}/g, (_, key) => variables[key as keyof typeof variables] ?? '')
      .replace('@postgres:5432', `@${at}`),
  ])
  // All of them run on this machine, so each takes a free port.
  const port = await reservedPort()
  const own = (words as string[]).map((word) => ({ '0.0.0.0': '127.0.0.1', '7410': String(port) })[word] ?? word)
  const child = spawn(command, own, {
    cwd: join(root, 'work'),
    env: {
      PATH: process.env.PATH ?? '',
      HOME: root,
      CONVENE_HOME: home,
      CONVENE_CONTAINER: '1',
      ...Object.fromEntries(filled),
    },
  })
  let printed = ''
  let code: number | null | undefined
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      printed += text
    })
  const ended = new Promise<number | null>((done) => {
    child.once('exit', (exit) => {
      code = exit
      done(exit)
    })
  })
  onTestFinished(async () => {
    if (code === undefined) child.kill('SIGKILL')
    await ended
  })
  const address = `http://127.0.0.1:${port}`
  const isReady = async () => {
    if (code !== undefined) throw new Error(printed)
    return (await fetch(`${address}/readyz`).catch(() => undefined))?.ok
  }
  return { child, ended, address, isReady, printed: () => printed }
}

test.skipIf(!process.env.CONVENE_DEPLOY && leftOut('npm run test:deploy runs it'))(
  'the services of the compose file run a panel through the proxy, even while servers stop',
  async () => {
    const command = install()
    const at = await database()
    const port = await reservedPort()
    const settings = () => {
      const { server } = JSON.parse(readFileSync(join(deploy, 'settings.json'), 'utf8'))
      return { model: 'rehearsal/offline', server: { ...server, publicUrl: `https://localhost:${port}` } }
    }
    const container = { command, at, settings }
    const migration = await start('migrate', container)
    expect([await migration.ended, migration.printed()]).toEqual([0, expect.stringContaining('is ready')])

    const webs = [await start('web', container), await start('web', container)]
    const workers = [await start('worker', container), await start('worker', container)]
    for (const each of [...webs, ...workers]) await until(each.isReady)
    const addresses = webs.map((web) => web.address)
    const proxy = await tlsProxy(addresses, port)
    onTestFinished(() => proxy.close())

    const client = createClient(httpHost({ base: proxy.origin, token: variables.CONVENE_TOKEN, fetch: proxy.fetch }))
    const panel = async () => {
      const run = { goal: 'A or B?', mode: 'panel', agents: ['architect', 'ux', 'devils-advocate'], yes: true }
      const started = await client.createSession(run)
      if (!started.ok) throw new Error(JSON.stringify(started.refusal))
      return started.value.id
    }
    const phaseOf = async (id: string) => {
      const listed = await client.sessions({ limit: 50 })
      return listed.ok ? listed.value.items.find((each) => each.id === id)?.phase : undefined
    }
    const first = await panel()
    await until(async () => (await phaseOf(first)) === 'completed')
    const page = await proxy.fetch(`${proxy.origin}/`, {
      headers: { authorization: `Bearer ${variables.CONVENE_TOKEN}` },
    })
    expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')])
    expect(proxy.answered.size).toBe(2)

    const second = await panel()
    for (const gone of [webs[0], workers[0]]) gone?.child.kill('SIGTERM')
    const codes = await Promise.all([webs[0]?.ended, workers[0]?.ended])
    expect(codes).toEqual([0, 0])
    await until(async () => (await phaseOf(second)) === 'completed')

    const url = `postgres://convene:${variables.CONVENE_DATABASE_PASSWORD}@${at}/convene`
    const checked = execFileSync(command, ['doctor', '--database'], {
      env: { PATH: process.env.PATH ?? '', HOME: folderOf(), CONVENE_DATABASE_URL: url },
      encoding: 'utf8',
    })
    expect(checked).toContain('2 sessions')
    expect(checked).toContain('row-level security applies to this user')
  },
)
