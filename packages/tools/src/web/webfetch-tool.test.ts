import { describe, expect, test } from 'vitest'
import { redirectsTo } from './fixtures/site.ts'
import { context, fetched, sends, story } from './webfetch.fixture.ts'
import { webfetchTool } from './webfetch-tool.ts'

describe('the rules judge', () => {
  const inspect = (url: string) => webfetchTool({ guard: {} }).inspect({ url, format: 'markdown' }, context)

  test('the normalised URL', async () => {
    expect(await inspect('HTTPS://Example.COM:443/a#b')).toEqual([
      { permission: 'webfetch', target: 'https://example.com/a' },
    ])
  })

  test('an escaped spelling also as people would write it', async () => {
    expect(await inspect('https://example.com/%70rivate')).toEqual([
      { permission: 'webfetch', target: 'https://example.com/%70rivate', alsoAs: ['https://example.com/private'] },
    ])
  })

  test('nothing that the guard would refuse: it is denied with the reason', async () => {
    expect(await inspect('http://2130706433/')).toMatchObject([
      {
        permission: 'webfetch',
        target: 'http://2130706433/',
        verdict: 'deny',
        note: expect.stringContaining('this machine'),
      },
    ])
  })
})

describe('a page', () => {
  test('is returned as Markdown with title, author, date and absolute links, without its surroundings', async () => {
    const page = `<!doctype html><html><head><title>Clocks &amp; days</title>
      <meta name="author" content="Ada"><meta property="article:published_time" content="2026-01-02">
      <style>p { color: red }</style><script>evil()</script></head><body>
      <nav><a href="/home">Home</a></nav><header>Top</header>
      <main><article><h1>Clocks</h1><p>${story.repeat(5)}</p><h2>More</h2>
      <p>See <a href="/other?x=1#y">the <b>other</b> page</a> and <a href="next.html">next</a>.</p>
      <table><caption>Times</caption><thead><tr><th>City</th><th>Hour</th></tr></thead>
      <tbody><tr><td>Paris | north</td><td>13</td></tr><tr><td></td><td>14</td></tr></tbody></table>
      <pre><code class="language-js">const a = 1
  const b = 2</code></pre>
      <ul><li>one</li><li>two</li></ul><img src="/a.png" alt="A clock"><img src="/pixel.gif"></article></main>
      <aside>Buy this</aside><footer>Imprint</footer></body></html>`
    const { ok, output } = await fetched({ '/docs/page': page }, { path: '/docs/page' })
    expect(ok).toBe(true)
    expect(output.replaceAll(story.trim(), 'STORY').replace(/(STORY ?)+/, 'STORY')).toMatchInlineSnapshot(`
      "Title: Clocks & days
      URL: SITE/docs/page
      By: Ada
      Published: 2026-01-02

      STORY

      ## More

      See [the **other** page](SITE/other?x=1#y) and [next](SITE/docs/next.html).

      Times

      | City | Hour |
      | --- | --- |
      | Paris \\| north | 13 |
      |  | 14 |

      \`\`\`js
      const a = 1
        const b = 2
      \`\`\`

      - one
      - two

      ![A clock](SITE/a.png)"
    `)
  })

  test('is returned as plain text on request', async () => {
    const { output } = await fetched(
      {
        '/': `<html><body><h1>Clocks</h1><p>${story}<a href="/x">a &lt;link&gt;</a></p><ul><li>one</li><li>two</li></ul></body></html>`,
      },
      { format: 'text' },
    )
    expect(output).toBe(`URL: SITE/\n\nClocks\n\n${story}a <link>\n\none\n\ntwo`)
  })

  test('that is a list of links is not reduced to one of them', async () => {
    const items = Array.from({ length: 40 }, (_, index) => `<li><a href="/${index}">Chapter ${index}</a></li>`).join('')
    const { output } = await fetched({ '/': `<html><body><h1>Contents</h1><ul>${items}</ul></body></html>` })
    expect(output).toContain('- [Chapter 0](SITE/0)')
    expect(output).toContain('- [Chapter 39](SITE/39)')
  })

  test('without readable content says so', async () => {
    const { ok, output } = await fetched({ '/': '<html><body><script>render()</script></body></html>' })
    expect(ok).toBe(true)
    expect(output).toContain('no text that can be read without running its scripts')
  })

  test('that is missing is a failure with its status', async () => {
    expect(await fetched({}, { path: '/none' })).toMatchObject({ ok: false, output: expect.stringContaining('404') })
  })
})

describe('content other than HTML', () => {
  test.each([
    ['text/plain', 'plain <b>text</b>'],
    ['text/markdown', '# A title\n\ntext'],
    ['application/json', '{ "a": [1, 2] }'],
    ['application/problem+json; charset=utf-8', '{ "a": "ü" }'],
    [undefined, 'no type at all'],
    ['application/octet-stream', 'text all the same'],
  ])('%s is returned as it is', async (type, body) => {
    expect(await fetched({ '/': sends(type, body) })).toMatchObject({ ok: true, output: `URL: SITE/\n\n${body}` })
  })

  test.each([
    ['application/pdf', '%PDF-1.7 …', 'application/pdf, 12 bytes'],
    ['image/png', '\x89PNG', 'image/png, 5 bytes'],
    ['text/plain', '%PDF-1.7', 'text/plain, 8 bytes'],
    ['text/html', 'MZ\0\0', 'text/html, 4 bytes'],
    ['application/zip', 'PK', 'application/zip, 2 bytes'],
    [undefined, 'a\0b', 'binary data, 3 bytes'],
  ])('%s of %j is refused with type and size', async (type, body, said) => {
    const { ok, output } = await fetched({ '/': sends(type, body) })
    expect(ok).toBe(false)
    expect(output).toContain(said)
  })
})

describe('a page’s encoding', () => {
  const page = (head: string) => `<html><head>${head}<title>x</title></head><body><p>Grüße</p></body></html>`
  const latin = (text: string) => Buffer.from(text, 'latin1')
  const wide = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')

  test.each([
    ['the header', 'text/html; charset=iso-8859-1', latin(page(''))],
    ['the header in quotes', 'text/html; charset="ISO-8859-1"', latin(page(''))],
    ['the page', 'text/html', latin(page('<meta charset=windows-1252>'))],
    [
      'the page, in the old syntax',
      'text/html',
      latin(page('<meta http-equiv="Content-Type" content="text/html; charset=latin1">')),
    ],
    ['a byte order mark, before the header', 'text/html; charset=latin1', Buffer.from(`\ufeff${page('')}`)],
    ['a UTF-16 byte order mark', 'text/html', wide(page(''))],
    ['its bytes, if it is undeclared UTF-8', 'text/html', Buffer.from(page(''))],
    ['its bytes, if it is undeclared and not UTF-8', 'text/html', latin(page(''))],
    ['its bytes, if the declared name is unknown', 'text/html; charset=klingon', Buffer.from(page(''))],
    ['its bytes, if it wrongly claims to be UTF-16', 'text/html', Buffer.from(page('<meta charset="utf-16">'))],
  ])('is determined from %s', async (_from, type, body) => {
    expect((await fetched({ '/': sends(type, body) })).output).toContain('Grüße')
  })

  test('can be Japanese', async () => {
    const body = Buffer.from([0x93, 0xfa, 0x96, 0x7b])
    expect((await fetched({ '/': sends('text/plain; charset=shift_jis', body) })).output).toContain('日本')
  })
})

describe('redirects', () => {
  test('on the same site are followed, and the page shows its final URL', async () => {
    const { output } = await fetched({ '/': redirectsTo('/moved'), '/moved': `<p>${story}</p>` })
    expect(output).toContain('URL: SITE/moved')
  })

  test('to another site are left to the model, because the rules judged only this one', async () => {
    const { ok, output } = await fetched({ '/': redirectsTo('https://elsewhere.example/page') })
    expect(ok).toBe(false)
    expect(output).toContain('https://elsewhere.example/page')
    expect(output).toContain('Fetch that URL')
  })
})

describe('a question', () => {
  test('is returned with the page and its source, because the tool does not answer it', async () => {
    const { output, inquiry } = await fetched({ '/': `<h1>Clocks</h1><p>${story}</p>` }, { question: 'When?' })
    expect(output).toContain('# Clocks')
    expect(inquiry).toEqual({ question: 'When?', source: 'SITE/' })
  })

  test('about a page that could not be fetched is not asked', async () => {
    expect(await fetched({}, { question: 'When?' })).toEqual({
      ok: false,
      output: expect.stringContaining('404'),
      seen: ['/'],
    })
  })
})
