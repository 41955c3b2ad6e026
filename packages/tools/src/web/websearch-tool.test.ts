import { CallId, SessionId, TaskId } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import type { ToolContext } from '../tool.ts'
import { type Handler, redirectsTo, startSite } from './fixtures/site.ts'
import type { EngineName } from './search/engines.ts'
import { websearchTool } from './websearch-tool.ts'

const live = new AbortController().signal
const context: ToolContext = {
  session: SessionId.parse('ses_00000000000000000000000000'),
  task: TaskId.parse('tsk_00000000000000000000000000'),
  call: CallId.parse('call_1'),
  agent: 'researcher',
  workspace: '/',
}
const environment = { BRAVE_API_KEY: 'brave-key', TAVILY_API_KEY: 'tvly-key', MY_KEY: 'my-key' }

const json =
  (answer: unknown, status = 200): Handler =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))

/** Searches with an engine that is simulated by a site on this machine. */
async function searched(engine: EngineName, handler: Handler, { path = '', count = 8, apiKeyEnv = '' } = {}) {
  const bodies: string[] = []
  const keeping: Handler = (request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      bodies.push(body)
      handler(request, response)
    })
  }
  await using site = await startSite({ '/': keeping, '/search': keeping, '/res/v1/web/search': keeping })
  const settings = { engine, url: `${site.origin}${path}`, ...(apiKeyEnv && { apiKeyEnv }) }
  const tool = websearchTool({ settings, environment, guard: {} })
  const result = await tool.run({ query: 'clocks & "days"', count }, context, live)
  return { ...result, output: result.output.replaceAll(site.origin, 'SITE'), asked: site.seen[0], body: bodies[0] }
}

describe('SearXNG', () => {
  const answer = {
    query: 'clocks',
    number_of_results: 0,
    results: [
      {
        url: 'https://one.example/',
        title: 'One',
        content: 'First words',
        engine: 'duckduckgo',
        score: 4,
        category: 'general',
        publishedDate: '2026-01-02T00:00:00',
      },
      {
        url: 'https://two.example/',
        title: 'Two',
        content: null,
        engine: 'bing',
        engines: ['bing'],
        parsed_url: ['https', 'two.example'],
      },
      { url: 'magnet:?xt=urn', title: 'No page', content: '' },
      { url: 'https://three.example/', title: 'Three', content: 'Third' },
    ],
    answers: [],
    infoboxes: [],
    suggestions: [],
    unresponsive_engines: [['google', 'timeout']],
  }

  test('returns numbered results with title, URL and snippet', async () => {
    const { ok, output, asked } = await searched('searxng', json(answer), { path: '/', count: 2 })
    expect(ok).toBe(true)
    expect(asked?.url).toBe('/search?q=clocks+%26+%22days%22&format=json')
    expect(output).toBe(
      '1. One (2026-01-02T00:00:00)\n   https://one.example/\n   First words\n\n2. Two\n   https://two.example/',
    )
  })

  test('that does not return JSON is explained', async () => {
    const { ok, output } = await searched('searxng', json('Forbidden', 403))
    expect(ok).toBe(false)
    expect(output).toContain('search.formats')
  })
})

describe('Brave', () => {
  const answer = {
    type: 'search',
    query: { original: 'clocks', more_results_available: true },
    mixed: { type: 'mixed', main: [{ type: 'web', index: 0, all: false }] },
    web: {
      type: 'search',
      results: [
        {
          title: 'Clocks &amp; days',
          url: 'https://one.example/',
          is_source_local: false,
          description: 'The <strong>clock</strong>\u202e struck',
          age: 'January 2, 2026',
          language: 'en',
          meta_url: { hostname: 'one.example' },
        },
      ],
      family_friendly: true,
    },
  }

  test('gets its key in the header, and its highlighting is removed', async () => {
    const { output, asked } = await searched('brave', json(answer), { path: '/res/v1/web/search', count: 5 })
    expect(asked?.headers['x-subscription-token']).toBe('brave-key')
    expect(asked?.url).toBe('/res/v1/web/search?q=clocks+%26+%22days%22&count=5&text_decorations=false')
    expect(output).toBe('1. Clocks & days (January 2, 2026)\n   https://one.example/\n   The clock struck')
  })

  test('may find nothing', async () => {
    expect(await searched('brave', json({ type: 'search', query: {} }))).toMatchObject({
      ok: true,
      output: 'Nothing was found.',
    })
  })
})

describe('Tavily', () => {
  const answer = {
    query: 'clocks',
    follow_up_questions: null,
    answer: null,
    images: [],
    results: [{ title: 'One', url: 'https://one.example/', content: 'Words', score: 0.97, raw_content: null }],
    response_time: 1.2,
    request_id: '1',
  }

  test('gets a body, and its key as a bearer token', async () => {
    const { output, asked, body } = await searched('tavily', json(answer), {
      path: '/search',
      count: 3,
      apiKeyEnv: 'MY_KEY',
    })
    expect(asked?.method).toBe('POST')
    expect(asked?.headers.authorization).toBe('Bearer my-key')
    expect(JSON.parse(body ?? '')).toEqual({ query: 'clocks & "days"', max_results: 3, search_depth: 'basic' })
    expect(output).toBe('1. One\n   https://one.example/\n   Words')
  })
})

describe('failures', () => {
  test.each([
    [401, 'does not accept the key'],
    [429, 'too many searches'],
    [500, 'status 500'],
  ])('status %i is explained in words, without the key', async (status, said) => {
    const { ok, output } = await searched('tavily', json({ detail: { error: 'tvly-key is wrong' } }, status), {
      path: '/search',
    })
    expect(ok).toBe(false)
    expect(output).toContain(said)
    expect(output).not.toContain('tvly-key')
  })

  test('an unexpected response is reported as such', async () => {
    const { ok, output } = await searched('tavily', json({ hello: 'world' }), { path: '/search' })
    expect(ok).toBe(false)
    expect(output).toContain('is not a search result')
  })

  test('a redirect is not followed, which would leak the key', async () => {
    await using other = await startSite({ '/': 'caught' })
    const { ok } = await searched('brave', redirectsTo(`${other.origin}/`))
    expect(ok).toBe(false)
    expect(other.seen).toEqual([])
  })

  test('a missing engine, address or key each say what to do', async () => {
    const run = (settings?: { readonly engine: EngineName; readonly apiKeyEnv?: string }) =>
      websearchTool({ settings, environment: {}, guard: {} }).run({ query: 'x', count: 1 }, context, live)
    expect((await run()).output).toContain('"web": { "search"')
    expect((await run({ engine: 'searxng' })).output).toContain('web.search.url')
    expect((await run({ engine: 'brave' })).output).toContain('BRAVE_API_KEY')
    expect((await run({ engine: 'tavily', apiKeyEnv: 'OTHER' })).output).toContain('OTHER')
  })

  test('the rules judge the query', async () => {
    const tool = websearchTool({ settings: undefined, environment: {}, guard: {} })
    expect(await tool.inspect({ query: 'x', count: 1 }, context)).toEqual([{ permission: 'websearch', target: 'x' }])
  })
})
