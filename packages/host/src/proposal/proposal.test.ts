import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Result } from '@convene/domain'
import { folderOf } from '@convene/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { byProgram } from './by-program.ts'
import { byToken } from './by-token.ts'
import { type Forge, forgeAt, isOwnAddress, type Way } from './forge.ts'
import { openBy } from './open.ts'

const forge: Forge = { kind: 'github', host: 'github.com', path: 'acme/shop' }
const gitlabForge: Forge = { kind: 'gitlab', host: 'gitlab.com', path: 'acme/team/shop' }
const url = 'https://github.com/acme/shop/pull/7'
const mergeUrl = 'https://gitlab.com/acme/team/shop/-/merge_requests/7'
const proposal = { title: 'Count', text: 'It counts.', branch: 'convene/a', into: 'main', draft: false }

const said = (result: Result<unknown>) => (result.ok ? result.value : result.refusal.message)

describe('an address', () => {
  test.each([
    ['https://github.com/acme/shop.git', 'github', 'acme/shop'],
    ['git@github.com:acme/shop.git', 'github', 'acme/shop'],
    ['ssh://git@github.com:22/acme/shop', 'github', 'acme/shop'],
    ['https://ada:secret@gitlab.com/acme/team/shop.git', 'gitlab', 'acme/team/shop'],
  ])('%s leads to a repository', (address, kind, path) => {
    expect(forgeAt(address, {})).toMatchObject({ kind, path })
  })

  test.each([
    'https://github.com.evil.example/acme/shop',
    'https://evil.example/github.com/acme/shop',
    'git@evil.example:github.com/acme/shop',
    'https://github.com/../shop',
    '/srv/shop.git',
    'ext::sh -c touch%20x',
    'https://github.com@evil.example/a/b',
  ])('%s leads to none that gets a token', (address) => expect(forgeAt(address, {})).toBeUndefined())

  test('of a pull request belongs to this repository, or it is not shown', () => {
    expect(isOwnAddress(forge, url)).toBe(true)
    expect(isOwnAddress(gitlabForge, mergeUrl)).toBe(true)
    for (const other of [
      'javascript:alert(1)',
      'https://evil.example/acme/shop/pull/7',
      'http://github.com/acme/shop/pull/7',
      'https://github.com/acme/other/pull/7',
      'https://github.com/acme/shop/pull/7?next=evil',
      'https://a@github.com/acme/shop/pull/7',
      'https://github.com/acme/shop/issues/7',
    ])
      expect(isOwnAddress(forge, other), other).toBe(false)
  })
})

type Answer = readonly [status: number, body: string | object] | 'hang up'

/** A forge's API that answers as told, and keeps what it was asked. */
async function api(answer: (request: IncomingMessage, body: string) => Answer) {
  const asked: { method: string; path: string; body: string; token: string }[] = []
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const token = String(request.headers.authorization ?? request.headers['private-token'] ?? '')
    asked.push({ method: request.method ?? '', path: request.url ?? '', body, token })
    const reply = answer(request, body)
    if (reply === 'hang up') return void response.destroy()
    const location = reply[0] === 302 ? { location: 'http://127.0.0.1:1/' } : {}
    response.writeHead(reply[0], location).end(typeof reply[1] === 'string' ? reply[1] : JSON.stringify(reply[1]))
  })
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => void server.close())
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const environment = {
    GITHUB_API_URL: base,
    CI_API_V4_URL: base,
    GH_TOKEN: 'tok-secret-1',
    GITLAB_TOKEN: 'tok-secret-2',
  }
  return {
    asked,
    environment,
    github: byToken(forge, environment) as Way,
    gitlab: byToken(gitlabForge, environment) as Way,
  }
}

const row = { html_url: url, head: { ref: 'convene/a' } }
const mergeRow = { web_url: mergeUrl, source_branch: 'convene/a' }
const isPost = ({ method }: IncomingMessage) => method === 'POST'

describe('a token', () => {
  test('opens a pull request on GitHub, and the second time finds it', async () => {
    let opened = false
    const { github, asked } = await api((request) => {
      if (!isPost(request)) return [200, opened ? [row] : []]
      opened = true
      return [201, row]
    })
    expect(said(await openBy(github, proposal))).toMatchObject({ url, isNew: true })
    expect(said(await openBy(github, proposal))).toMatchObject({ url, isNew: false })
    const posts = asked.filter(({ method }) => method === 'POST')
    expect(posts).toHaveLength(1)
    expect(JSON.parse(posts[0]?.body ?? '')).toMatchObject({ head: 'convene/a', base: 'main', body: 'It counts.' })
    expect(posts[0]).toMatchObject({ path: '/repos/acme/shop/pulls', token: 'Bearer tok-secret-1' })
  })

  test('opens a merge request on GitLab', async () => {
    const { gitlab, asked } = await api((request) => (isPost(request) ? [201, mergeRow] : [200, []]))
    expect(said(await openBy(gitlab, { ...proposal, draft: true }))).toMatchObject({ url: mergeUrl })
    expect(asked.at(-1)?.path).toBe('/projects/acme%2Fteam%2Fshop/merge_requests')
    expect(JSON.parse(asked.at(-1)?.body ?? '')).toMatchObject({ title: 'Draft: Count' })
  })

  test.each<[string, Answer]>([
    ['422, it exists already', [422, { message: 'A pull request already exists for acme:convene/a.' }]],
    ['502, although it was opened', [502, 'bad gateway']],
    ['a connection that breaks', 'hang up'],
    ['a page', [201, '<html>']],
    ['another address', [201, { ...row, html_url: 'https://evil.example/acme/shop/pull/7' }]],
  ])('is not fooled by %s: it looks again, and opens no second one', async (_what, reply) => {
    let posts = 0
    const { github } = await api((request) => {
      if (!isPost(request)) return [200, posts > 0 ? [row] : []]
      posts += 1
      return reply
    })
    expect(said(await openBy(github, proposal))).toMatchObject({ url })
    expect(posts).toBe(1)
  })

  test.each<[string, Answer, string]>([
    ['401', [401, { message: 'Bad credentials tok-secret-1' }], 'refuses the token (401)'],
    ['404', [404, {}], 'does not know this repository'],
    ['500', [500, ''], 'has a problem (500)'],
    ['a redirect', [302, ''], 'could not be reached'],
    ['an escape sequence', [400, '\u001b[2Jno'], 'refuses (400): no'],
  ])('says why it failed: %s', async (_what, reply, words) => {
    const { github } = await api(() => reply)
    const message = String(said(await openBy(github, proposal)))
    expect(message).toContain(words)
    expect(message).not.toContain('tok-secret')
  })

  test.each<[string, unknown]>([
    ['of another branch', [{ ...row, head: { ref: 'other' } }]],
    ['somewhere else', [{ ...row, html_url: 'javascript:alert(1)' }]],
    ['of no shape', [null, 7, { head: null }]],
    ['that is no list', { html_url: url }],
  ])('never takes a pull request %s for ours', async (_what, listed) => {
    const { github } = await api((request) => (isPost(request) ? [201, {}] : [200, listed as object]))
    expect(said(await openBy(github, proposal))).toBe('The answer names no pull request of this repository.')
  })

  test('goes only to the host that it is for', () => {
    const own = { ...forge, host: 'git.acme.example' }
    expect(byToken(own, { GH_TOKEN: 'a', GITHUB_TOKEN: 'b', GITLAB_TOKEN: 'c' })).toBeUndefined()
    expect(byToken(forge, { GH_ENTERPRISE_TOKEN: 'a', GITLAB_TOKEN: 'c' })).toBeUndefined()
    expect(byToken({ ...gitlabForge, host: 'gitlab.acme.example' }, { GITLAB_TOKEN: 'c' })).toBeUndefined()
  })
})

/** A program of this name that answers with a shell script. */
function installed(name: 'gh' | 'glab', script: string) {
  const folder = folderOf()
  const file = join(folder, name)
  writeFileSync(file, `#!/bin/sh\necho "$@" >> ${folder}/asked\n${script}\n`)
  chmodSync(file, 0o755)
  const environment = { PATH: `${folder}:/usr/bin:/bin` }
  const way = byProgram(name === 'gh' ? forge : gitlabForge, { environment, folder }) as Way
  return { way, folder, asked: () => readFileSync(join(folder, 'asked'), 'utf8') }
}

const listing = (text: string, created: string) => `case "$2" in list) echo '${text}';; *) ${created};; esac`

describe('gh and glab', () => {
  test('open one, with the text on standard input', async () => {
    const { way, asked, folder } = installed('gh', listing('[]', `cat > $(dirname $0)/body; echo ${url}`))
    expect(said(await openBy(way, { ...proposal, draft: true }))).toMatchObject({ url, by: 'gh' })
    expect(readFileSync(join(folder, 'body'), 'utf8')).toBe('It counts.')
    expect(asked()).toContain('pr create --repo github.com/acme/shop --head convene/a --base main --title Count')
  })

  test('find the one that is open', async () => {
    const rows = JSON.stringify([{ url, headRefName: 'convene/a' }])
    const { way, asked } = installed('gh', listing(rows, 'exit 9'))
    expect(said(await openBy(way, proposal))).toMatchObject({ url, isNew: false })
    expect(asked()).not.toContain('create')
    const merge = installed('glab', listing(JSON.stringify([mergeRow]), 'exit 9'))
    expect(said(await openBy(merge.way, proposal))).toMatchObject({ url: mergeUrl })
  })

  test('open a merge request', async () => {
    const { way } = installed('glab', listing('[]', `echo "!7 Count"; echo " ${mergeUrl}"`))
    expect(said(await openBy(way, proposal))).toMatchObject({ url: mergeUrl, by: 'glab' })
  })

  test.each([
    ['is not logged in', 'echo "To get started: gh auth login" >&2; exit 4', 'gh auth login'],
    ['dies', 'kill -9 $$', 'gh failed'],
    ['says nothing', 'exit 0', 'names no pull request'],
    ['answers with another address', 'echo https://evil.example/acme/shop/pull/7', 'names no pull request'],
    ['prints escape sequences', "printf '\\033[2Jno' >&2; exit 1", 'gh failed: no'],
  ])('say why it failed if the program %s', async (_what, script, words) => {
    expect(String(said(await openBy(installed('gh', script).way, proposal)))).toContain(words)
  })

  test('are never taken from a folder that is not absolute', () => {
    expect(byProgram(forge, { environment: { PATH: '.:bin' }, folder: '/' })).toBeUndefined()
  })
})
