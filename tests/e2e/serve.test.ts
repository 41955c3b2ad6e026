import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WireEvent } from '@convene/domain'
import { type Client, createClient, httpHost } from '@convene/protocol'
import { type ModelServer, on, startModelServer } from '@convene/testkit'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type Launched, newPlace, settingsFor, type TestFolders, until } from './launch.ts'

let models: ModelServer
let place: TestFolders

beforeEach(async () => {
  models = await startModelServer()
  place = newPlace()
  place.settings(settingsFor(models))
})

afterEach(async () => {
  await models.close()
  place.remove()
})

type Serving = { readonly launched: Launched; readonly link: string; readonly client: Client }

/** `convene serve` on a free port, or on a given one. */
async function serve(port = 0): Promise<Serving> {
  const launched = place.launch(['serve', '--port', `${port}`])
  onTestFinished(() => void launched.child.kill('SIGKILL'))
  let printed = ''
  launched.child.stdout?.on('data', (text: string) => {
    printed += text
  })
  await launched.says('/open?token=')
  await launched.says('\n')
  const link = await until(() => /^(http:\S+)\n/mu.exec(printed)?.[1])
  const { origin, searchParams } = new URL(link)
  const token = searchParams.get('token') ?? ''
  return { launched, link, client: createClient(httpHost({ base: origin, token, retryMs: 20 })) }
}

function given<T>(
  result: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: unknown },
): T {
  if (!result.ok) throw new Error(JSON.stringify(result.refusal))
  return result.value
}

const whole = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

describe('convene serve', () => {
  test('killed and started again: runs resume by themselves, and followers miss nothing', async () => {
    const held = Promise.withResolvers<void>()
    models.script(async ({ number }) => {
      if (number > 2) await held.promise
      return { text: `Answer ${number}.` }
    })
    const first = await serve()
    const port = Number(new URL(first.link).port)
    const { id } = given(await first.client.createSession({ goal: 'Compare', agents: ['architect', 'security', 'ux'] }))
    const seen: WireEvent[] = []
    const states: string[] = []
    const end = first.client.follow(id, 0, {
      events: (events) => seen.push(...events),
      connection: (state) => states.push(state),
    })
    onTestFinished(end)
    await models.until(({ requests }) => requests.length >= 3)
    await until(() => seen.filter(({ type }) => type === 'model.replied').length === 2)
    first.launched.child.kill('SIGKILL')
    await first.launched.ended
    await until(() => states.at(-1) === 'lost')
    held.resolve()
    await serve(port)
    await until(() => seen.some(({ type }) => type === 'run.finished'))
    expect(seen.map(({ seq }) => seq)).toEqual(whole(seen.length))
    expect(seen.filter(({ type }) => type === 'effect.lost')).toHaveLength(1)
    const answers = seen.filter(({ type }) => type === 'model.replied')
    expect(answers).toHaveLength(3)
    expect(models.requests).toHaveLength(4)
    expect(states).toEqual(['live', 'lost', 'live'])
  })

  test("runs once per data folder: a second start prints the first one's link and exits", async () => {
    const { link } = await serve()
    const second = await place.convene('serve')
    expect(second).toMatchObject({ code: 0, stdout: `${link}\n` })
    expect(second.stderr).toContain('already')
  })

  test('takes over from a server that was killed, on a free port, with the same token', async () => {
    const first = await serve()
    first.launched.child.kill('SIGKILL')
    await first.launched.ended
    const second = await serve()
    expect(new URL(second.link).search).toBe(new URL(first.link).search)
    expect(given(await second.client.health()).status).toBe('ok')
  })

  test('exits on a signal, with its streams, and leaves no record', async () => {
    const { launched, client } = await serve()
    const { id } = given(await client.createSession({ goal: 'Why?', agents: ['ux'] }))
    const states: string[] = []
    const end = client.follow(id, 0, { events: () => {}, connection: (state) => states.push(state) })
    await until(() => states.includes('live'))
    launched.child.kill('SIGTERM')
    expect((await launched.ended).code).toBe(0)
    end()
    expect(() => readFileSync(join(place.home, 'server.json'))).toThrow('ENOENT')
  })

  test('refuses a port that is taken, and says what to do', async () => {
    const { code, stderr } = await place.convene('serve', '--port', `${models.port}`)
    expect(code).toBe(2)
    expect(stderr).toContain('--port')
  })

  test('does not log the token', async () => {
    const { client, link, launched } = await serve()
    const token = new URL(link).searchParams.get('token') ?? ''
    await fetch(link, { redirect: 'manual' })
    const { id } = given(await client.createSession({ goal: 'Why?', agents: ['ux'] }))
    await until(async () => given(await client.session({ id })).session.phase === 'completed')
    launched.child.kill('SIGTERM')
    await launched.ended
    const today = new Date().toISOString().slice(0, 10)
    expect(readFileSync(join(place.home, 'logs', `convene-${today}.jsonl`), 'utf8')).not.toContain(token)
  })
})

describe('convene run --detach', () => {
  test('hands the run to the server, and starts one if needed', async () => {
    const { code, stdout } = await place.convene('run', 'Why?', '--detach', '--agents', 'ux')
    expect(code).toBe(0)
    const id = stdout.trim()
    expect(id).toMatch(/^[0-9A-Z]{26}$/u)
    const record = JSON.parse(readFileSync(join(place.home, 'server.json'), 'utf8')) as { pid: number; port: number }
    onTestFinished(() => void process.kill(record.pid, 'SIGKILL'))
    const token = readFileSync(join(place.home, 'token'), 'utf8').trim()
    const client = createClient(httpHost({ base: `http://127.0.0.1:${record.port}`, token }))
    await until(async () => given(await client.session({ id })).session.phase === 'completed')
    expect(models.requests).toHaveLength(1)
  })

  test('leaves asks in the inbox, to be answered over HTTP', async () => {
    const touch = { calls: [{ name: 'bash', input: { command: 'touch made.txt' } }] }
    models.script([on({ agent: 'Coder' }, touch, { text: 'Made.' })])
    const { client } = await serve()
    const started = await place.convene('run', 'Make a file', '--detach', '--agents', 'coder')
    const id = started.stdout.trim()
    const [waiting] = await until(async () => {
      const { items } = given(await client.approvals())
      return items.length > 0 && items
    })
    expect(waiting).toMatchObject({ session: id, kind: 'ask', agent: 'coder', ask: { tool: 'bash' } })
    expect(given(await client.sessions({ state: 'needs-you' })).items).toMatchObject([{ id, asks: 1 }])
    const approval = { id: waiting?.id ?? '' }
    expect(await client.answerApproval({ ...approval, answer: 'once', reason: 'x' })).toMatchObject({
      refusal: { code: 'bad_answer' },
    })
    expect(
      given(await client.answerApproval({ ...approval, answer: 'always', pattern: 'bash:touch *' })).notes[0],
    ).toContain('config.json')
    await until(async () => given(await client.session({ id })).session.phase === 'completed')
    expect(readFileSync(join(place.workspace, 'made.txt'), 'utf8')).toBe('')
    expect(await client.answerApproval({ ...approval, answer: 'once' })).toMatchObject({ refusal: { status: 409 } })
  })
})

test('bare convene without a terminal serves the built pages, prints the link and stays', async () => {
  const pages = join(place.home, 'pages')
  mkdirSync(join(pages, 'assets'), { recursive: true })
  writeFileSync(join(pages, 'index.html'), '<!doctype html><title>Built</title>')
  writeFileSync(join(pages, 'assets', 'app-3f2a9c1b.js'), 'export {}')
  const launched = place.launch([], { environment: { CONVENE_PAGES: pages, CONVENE_PORT: '0' } })
  onTestFinished(() => void launched.child.kill('SIGKILL'))
  let printed = ''
  launched.child.stdout?.on('data', (text: string) => {
    printed += text
  })
  const link = await until(() => /^(http:\S+)\n/mu.exec(printed)?.[1])
  const opened = await fetch(link, { redirect: 'manual' })
  const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? ''
  const page = await fetch(new URL('/', link), { headers: { cookie } })
  expect(await page.text()).toContain('<title>Built</title>')
  expect(page.headers.get('cache-control')).toBe('no-cache')
  const script = await fetch(new URL('/assets/app-3f2a9c1b.js', link), { headers: { cookie } })
  expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(script.headers.get('content-type')).toContain('text/javascript')
  launched.child.kill('SIGINT')
  expect((await launched.ended).code).toBe(0)
})

test.runIf(process.platform === 'linux')(
  'the program that opens a browser gets a link that works once, and never the token',
  async () => {
    const [pages, programs] = [join(place.home, 'pages'), join(place.home, 'programs')]
    for (const folder of [pages, programs]) mkdirSync(folder)
    writeFileSync(join(pages, 'index.html'), '<!doctype html>')
    const log = join(place.home, 'opened.txt')
    writeFileSync(log, '')
    writeFileSync(join(programs, 'xdg-open'), `#!/bin/sh\necho "$@" >> ${log}\n`, { mode: 0o755 })
    const PATH = `${programs}:${process.env.PATH}`
    const environment = { CONVENE_PAGES: pages, CONVENE_PORT: '0', DISPLAY: ':99', PATH }
    const opened = (count: number) =>
      until(() => {
        const links = readFileSync(log, 'utf8').split('\n').slice(0, -1)
        return links.length === count && links
      })
    const first = place.launch(['--browser'], { environment })
    onTestFinished(() => void first.child.kill('SIGKILL'))
    await opened(1)
    const second = await place.launch(['--browser'], { environment }).ended
    expect(second).toMatchObject({ code: 0, stderr: expect.stringContaining('already') })
    const links = await opened(2)
    const token = readFileSync(join(place.home, 'token'), 'utf8').trim()
    expect(second.stdout).toContain(token)
    for (const link of links) {
      expect(link).not.toContain(token)
      expect((await fetch(link, { redirect: 'manual' })).status).toBe(303)
      expect((await fetch(link, { redirect: 'manual' })).status).toBe(401)
    }
  },
)

test('a link opens the session it names, and can do nothing else', async () => {
  const pages = join(place.home, 'pages')
  mkdirSync(pages)
  writeFileSync(join(pages, 'index.html'), '<!doctype html>')
  const environment = { CONVENE_PAGES: pages, CONVENE_PORT: '0' }
  const { stdout } = await place.convene('run', 'Why?', '--agents', 'ux', '--json')
  const { session } = JSON.parse(stdout.split('\n')[0] ?? '') as { session: string }
  const launched = place.launch([`convene://session/${session.slice(-8).toLowerCase()}`], { environment })
  onTestFinished(() => void launched.child.kill('SIGKILL'))
  await launched.says(`to=${encodeURIComponent(`/#/session/${session}`)}`)
  for (const link of ['convene://settings', 'convene://session/ZZZZZZZZ', 'convene://run/Delete%20all']) {
    const refused = await place.launch([link], { environment }).ended
    expect([link, refused.code, refused.stdout]).toEqual([link, 2, ''])
  }
})

describe('two users who answer at the same moment, one at a terminal and one over HTTP', () => {
  const events = async (client: Client, id: string, type: string) =>
    given(await client.events({ id, after: 0, limit: 500 })).items.filter((event) => event.type === type)

  test('give a permission one answer, and the other one learns that it was answered', async () => {
    place.settings({ ...(settingsFor(models) as object), permissions: { read: 'ask' } })
    models.script([
      on({ agent: 'Coder' }, { calls: [{ name: 'read', input: { path: 'notes.md' } }] }, { text: 'Read.' }),
    ])
    const { client } = await serve()
    const { id } = given(await client.createSession({ goal: 'Read it.', agents: ['coder'] }))
    const ask = await until(async () => given(await client.approvals()).items.find(({ session }) => session === id))
    const [typed, posted] = await Promise.all([
      place.convene('approvals', 'answer', ask.id, 'deny', '--reason', 'Not now.'),
      client.answerApproval({ id: ask.id, answer: 'once' }),
    ])
    const answered = await events(client, id, 'permission.answered')
    expect(answered).toHaveLength(1)
    expect([typed.code === 0, posted.ok].filter(Boolean)).toHaveLength(1)
    expect(answered[0]?.data).toMatchObject({ answer: posted.ok ? 'once' : 'deny' })
    if (posted.ok) expect(typed.stderr).toMatch(/Already allowed/u)
    else expect(posted.refusal).toMatchObject({ code: 'already_answered' })
    await until(async () => (await events(client, id, 'run.finished')).length === 1)
  })

  test('approve a topic once', async () => {
    place.settings({ model: 'rehearsal/offline' })
    const { client } = await serve()
    const { id } = given(
      await client.createSession({ goal: 'Should we leave SQLite?', mode: 'panel', answers: ['', ''] }),
    )
    const gate = await until(async () =>
      given(await client.approvals()).items.find(({ session, kind }) => session === id && kind === 'gate'),
    )
    const seen = gate.question?.id ?? ''
    const [typed, posted] = await Promise.all([
      place.convene('approve', id, '--gate', seen),
      client.command({ id, type: 'reject', feedback: 'Compare the costs.', gate: seen }),
    ])
    const all = await events(client, id, 'question.answered')
    const answered = all.filter(({ data }) => (data as { readonly id: string }).id === seen)
    expect(answered).toMatchObject([{ data: { answer: posted.ok ? 'reject' : 'approve' } }])
    expect(typed.code === 2).toBe(posted.ok)
  })
})
