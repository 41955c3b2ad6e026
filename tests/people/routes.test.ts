import { fact, RunId, type SessionId } from '@convene/domain'
import { contract, type Route, type RouteName } from '@convene/protocol'
import type { SignedInCaller } from '@convene/team'
import { inSpace, may, OPERATOR, spaceRoles } from '@convene/team'
import { random, sampleRow, stamped, userSays } from '@convene/testkit'
import { afterAll, describe, expect, test } from 'vitest'
import { called, type TeamServerFixture, teamServer } from './team-server.ts'

const server = (await teamServer()) as TeamServerFixture
afterAll(() => server?.close())
const seeds = Array.from({ length: process.env.CONVENE_LONG ? 40 : 1 }, (_, index) => index + 1)

const routes = Object.entries(contract) as [RouteName, Route][]
const callers = [...spaceRoles.map((role) => ({ role, space: 'research' })), { role: 'admin', space: 'main' } as const]

describe.skipIf(!server)('the calls of a team server', async () => {
  if (server) await server.accounts.createSpace({ id: 'research', name: 'Research', fourEyes: false }, OPERATOR)

  test.each(callers)('are answered or refused for $role in $space according to the table', async ({ role, space }) => {
    const { token: own } = await server.somebody(space, role)
    // Logging out would revoke the token that the other calls use.
    const { token: other } = await server.somebody(space, role)
    const answers = await inParts(routes, async ([name, { method, path, body }]) => {
      const token = name === 'logout' ? other : own
      const url = path.replaceAll(/:\w+/gu, 'x')
      const sent = body === undefined ? {} : { body: '{}' }
      const { status, body: unread } = await called(server.address, url, { token, method, ...sent })
      await unread?.cancel()
      return [name, status === 403 ? 'refused' : status === 401 && name !== 'hook' ? 'unknown' : 'answered'] as const
    })
    const expected = routes.map(([name]) => [name, may({ role, space }, name) ? 'answered' : 'refused'])
    expect(answers).toEqual(expected)
  })

  test.each(['/mcp', '/a2a', '/v1/models', '/v1/chat/completions', '/.well-known/agent-card.json'])(
    'a viewer does not reach %s',
    async (path) => {
      const { token } = await server.somebody('research', 'viewer')
      expect((await called(server.address, path, { token, method: 'POST', body: '{}' })).status).toBe(403)
    },
  )

  test('nobody gets in without a token or with an invalid one', async () => {
    const stranger = await called(server.address, '/api/sessions', { token: 'not-a-token-of-anybody-here' })
    expect(stranger.status).toBe(401)
    expect((await fetch(`${server.address}/api/sessions`)).status).toBe(401)
    const { token, tokenId, id } = await server.somebody('research', 'admin')
    const status = async (space?: string) =>
      (await called(server.address, '/api/me', { token, ...(space && { space }) })).status
    expect([await status(), await status('research'), await status('main')]).toEqual([200, 200, 403])
    await server.accounts.revokeToken(tokenId, id, OPERATOR)
    expect(await status()).toBe(401)
  })

  test('a caller without a login gets only the open routes', async () => {
    for (const [name, { method, path, body }] of routes) {
      const sent = body === undefined ? {} : { body: '{}', headers: { 'content-type': 'application/json' } }
      const response = await fetch(`${server.address}${path.replaceAll(/:\w+/gu, 'x')}`, { method, ...sent })
      const isUnknown = (await response.text()).includes('"unauthorized"')
      expect([name, isUnknown]).toEqual([name, !['health', 'hook', 'startConnect'].includes(name)])
    }
  })

  test.each(seeds)('no answer contains anything from another space (seed %i)', async (seed) => {
    const { below } = random(seed)
    const spaces = [await server.newSpace(), 'main']
    const kept = await Promise.all(
      Array.from({ length: 4 }, async (_, index) => {
        const space = spaces[index < 2 ? index : below(2)] as string
        return { space, ...(await keptSession(space, `mark${seed}x${index}`)) }
      }),
    )
    for (const space of spaces) {
      const { token } = await server.somebody(space, 'admin')
      const [own, foreign] = [kept.filter((each) => each.space === space), kept.filter((each) => each.space !== space)]
      const seen = await everythingRead(
        token,
        own[0]?.id ?? '',
        foreign.map(({ id }) => id),
      )
      for (const { id, mark } of foreign)
        expect(seen.filter((text) => text.includes(id) || text.includes(mark))).toEqual([])
      for (const { mark } of own) expect(seen.some((text) => text.includes(mark))).toBe(true)
    }
  })
})

/** A session with a message, a question, and a committed decision. */
async function keptSession(space: string, mark: string): Promise<{ readonly id: SessionId; readonly mark: string }> {
  const caller: SignedInCaller = { person: OPERATOR, space, role: 'admin' }
  const program = inSpace(server.program, caller)
  const { log } = await program.store()
  const id = (await program.ids()).next() as SessionId
  const place = { run: RunId.parse('01JRUN') }
  const decision = {
    decision: 'd1',
    topic: `Which ${mark}?`,
    options: [mark, 'Go'],
    evidence: '',
    eligible: [],
    by: 'user',
  }
  const facts = [
    fact('session.created', { goal: mark, workspace: `${server.workspace}/${mark}`, title: mark }),
    userSays(`a lamp ${mark}`),
    fact('decision.proposed', { ...decision, closesAt: null }, place),
    fact(
      'decision.committed',
      { decision: 'd1', option: mark, votes: {}, rationale: '', dissent: [], adr: '', how: 'majority' },
      place,
    ),
    fact('question.asked', { id: 'q1', question: `What about ${mark}?`, options: [] }),
  ]
  const row = sampleRow({ title: mark, goal: mark, workspace: `${server.workspace}/${mark}`, asks: 1 })
  await log.append(id, 0, stamped(id, 0, facts), row)
  return { id, mark }
}

/** All answers to a caller who reads everything. Refusals are left out, because they repeat the requested id. */
async function everythingRead(token: string, own: string, foreign: readonly string[]): Promise<readonly string[]> {
  const reading = routes.filter(([name, { method }]) => method === 'GET' && name !== 'example')
  const paths = reading.flatMap(([name, { path }]) => {
    if (name === 'sessions') return [path, `${path}?query=lamp`, `${path}?state=needs-you`]
    if (name === 'compareSessions')
      return [
        [own, ...foreign],
        [foreign[0], own],
      ].map(([a, b]) => `${path}?a=${a}&b=${b}`)
    // The caller's own export would run in a thread, which takes longer than all the others together.
    const ids = name === 'exportSession' ? foreign : [own, ...foreign]
    const filled = ids.map((id) => path.replace(':id', id).replace(':seq', '1').replaceAll(/:\w+/gu, 'x'))
    return path.includes(':id') ? filled : [path]
  })
  return inParts(paths, async (path) => {
    const response = await called(server.address, path, { token })
    return response.ok ? response.text() : ''
  })
}

/** A few at a time: on a busy machine, a hundred at once would time out waiting for a database connection. */
async function inParts<T, Made>(all: readonly T[], make: (each: T) => Promise<Made>): Promise<readonly Made[]> {
  const made: Made[] = []
  for (let from = 0; from < all.length; from += 8)
    made.push(...(await Promise.all(all.slice(from, from + 8).map(make))))
  return made
}
