import { describe, expect, test } from 'vitest'
import { call, inspect } from './call.ts'
import { type Answer, site } from './site.ts'

const words = 'Enough words for a page that somebody would want to read from its beginning to its end. '
const page = (title: string, ...links: readonly string[]) =>
  `<html><head><title>${title}</title></head><body><nav>${links.map((link) => `<a href="${link}">${link}</a>`).join(' ')}</nav><p>${title}: ${words}</p></body></html>`

const plain =
  (text: string, status = 200): Answer =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'text/plain' }).end(text)

async function crawled(pages: Readonly<Record<string, Answer>>, input: Record<string, unknown> = {}) {
  await using home = await site(pages)
  const { ok, output } = await call(
    'crawl',
    { url: `${home.origin}/`, render: false, ...input },
    { allowHosts: [home.origin] },
  )
  const titles = [...output.matchAll(/^Title: (.*)$/gm)].map(([, title]) => title)
  return { ok, output: output.replaceAll(home.origin, 'SITE'), titles, asked: home.asked }
}

describe('a crawl', () => {
  test('visits pages breadth first, each once', async () => {
    const { titles, asked } = await crawled(
      {
        '/': page('Start', '/a', '/b', '/a#again', '/'),
        '/a': page('A', '/a1', '/b'),
        '/b': page('B', '/'),
        '/a1': page('A1', '/a2'),
        '/a2': page('A2'),
      },
      { depth: 2 },
    )
    expect(titles).toEqual(['Start', 'A', 'B', 'A1'])
    expect(asked).toEqual(['/robots.txt', '/', '/a', '/b', '/a1'])
  })

  test('visits no more pages than requested, with a note', async () => {
    const links = Array.from({ length: 9 }, (_, index) => `/${index}`)
    const pages = Object.fromEntries(links.map((link) => [link, page(link)]))
    const { titles, output } = await crawled({ '/': page('Start', ...links), ...pages }, { maxPages: 3 })
    expect(titles).toHaveLength(3)
    expect(output).toContain('There are more pages')
  })

  test('visits no other origin, no private address, and no file that is not a page', async () => {
    await using other = await site({ '/': page('Other') })
    const { titles, asked } = await crawled({
      '/': page(
        'Start',
        `${other.origin}/`,
        'http://169.254.169.254/',
        'https://elsewhere.example/',
        '/doc.pdf',
        'mailto:a@b.example',
        'javascript:x()',
        '/ok',
      ),
      '/ok': page('Fine'),
    })
    expect(titles).toEqual(['Start', 'Fine'])
    expect(asked).toEqual(['/robots.txt', '/', '/ok'])
    expect(other.asked).toEqual([])
  })

  test('does not follow a redirect out of the site', async () => {
    await using other = await site({ '/': page('Other') })
    const { titles, output } = await crawled({
      '/': page('Start', '/out'),
      '/out': (response) => void response.writeHead(302, { location: `${other.origin}/` }).end(),
    })
    expect(titles).toEqual(['Start'])
    expect(output).toContain('SITE/out: ')
    expect(other.asked).toEqual([])
  })

  test('counts two addresses of one page as one page', async () => {
    const { titles } = await crawled({
      '/': page('Start', '/old', '/new'),
      '/old': (response) => void response.writeHead(301, { location: '/new' }).end(),
      '/new': page('New'),
    })
    expect(titles).toEqual(['Start', 'New'])
  })

  test('names a page that fails, and reads the others', async () => {
    const { ok, titles, output } = await crawled({ '/': page('Start', '/none', '/ok'), '/ok': page('Fine') })
    expect(ok).toBe(true)
    expect(titles).toEqual(['Start', 'Fine'])
    expect(output).toContain('- SITE/none: The server answered with status 404.')
  })
})

describe('a crawl honours', () => {
  test('robots.txt', async () => {
    const { titles, asked, output } = await crawled({
      '/robots.txt': plain('User-agent: *\nDisallow: /private'),
      '/': page('Start', '/private/x', '/ok'),
      '/ok': page('Fine'),
      '/private/x': page('Private'),
    })
    expect(titles).toEqual(['Start', 'Fine'])
    expect(asked).not.toContain('/private/x')
    expect(output).toContain('SITE/private/x: Disallowed by robots.txt')
  })

  test('an unavailable robots.txt, which forbids everything', async () => {
    const { ok, asked } = await crawled({ '/robots.txt': plain('broken', 500), '/': page('Start') })
    expect(ok).toBe(false)
    expect(asked).toEqual(['/robots.txt'])
  })

  test('nofollow, on a link and on a page', async () => {
    const { asked } = await crawled(
      {
        '/': '<html><body><p>Start</p><a rel="nofollow" href="/no">no</a><a href="/yes">yes</a></body></html>',
        '/yes':
          '<html><head><meta name="Robots" content="index, NOFOLLOW"></head><body><a href="/deep">x</a></body></html>',
      },
      { depth: 3 },
    )
    expect(asked).toEqual(['/robots.txt', '/', '/yes'])
  })
})

describe('the rules are asked', () => {
  test('about crawling and about fetching', async () => {
    const resources = await inspect('crawl', { url: 'https://Example.com', render: false })
    expect(resources).toEqual([
      { permission: 'crawl', target: 'https://example.com/' },
      { permission: 'webfetch', target: 'https://example.com/' },
    ])
  })

  test('and deny private addresses and domains that are not allowed', async () => {
    const allowedDomains = ['example.com']
    const verdict = async (url: string) => (await inspect('crawl', { url }, { allowedDomains }))?.[0]?.verdict
    expect(await verdict('http://127.0.0.1/')).toBe('deny')
    expect(await verdict('https://evil.example/')).toBe('deny')
    expect(await verdict('https://notexample.com/')).toBe('deny')
    expect(await verdict('https://docs.example.com/')).toBeUndefined()
    expect(await call('crawl', { url: 'https://evil.example/' }, { allowedDomains })).toMatchObject({ ok: false })
  })
})

test('without a browser, pages are returned without running scripts, with a note', async () => {
  const { output, titles } = await crawled({ '/': page('Start') }, { render: true })
  expect(titles).toEqual(['Start'])
  expect(output).toContain('No browser is installed')
})
