import {
  createDomain,
  emptySession,
  fact,
  type MessageId,
  type RunId,
  type Session,
  type SessionId,
} from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { replayOf } from './replay.ts'
import { markdownHtml } from './safe-html.ts'

const domain = createDomain()

const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '[click](javascript:alert(1))',
  '![x](https://evil.example/track.png)',
  '</pre></article><iframe src="https://evil.example">',
  '"><form action=https://evil.example><input>',
  'turned \u202e around \u001b[31m red',
  '`<b>`, **<i>**, # <u>',
].join('\n\n')

function pageOf(text: string): string {
  let state: Session = emptySession('01JSESSION' as SessionId)
  const events = [
    fact('session.created', { goal: text, workspace: '/w', title: text }),
    fact('message', { author: 'user', role: 'user', kind: 'user', text }),
    fact('tool.called', { call: 'c1-1' as never, tool: text, input: { text }, resources: [] }, { agent: text }),
    fact('tool.finished', { call: 'c1-1' as never, ok: true, output: text, ms: 1 }),
    fact('artifact', { id: 'a', kind: 'diff', title: text, text }),
    fact('message.picked', { message: 'm1' as MessageId }, { run: '1' as RunId }),
    fact('warning', { code: 'x', message: text }),
    fact('message', { author: 'head', role: 'lead', kind: 'argument', text }, { agent: 'head' }),
    fact('artifact', { id: 'r', kind: 'report', title: 'Report: Redis or Postgres?', text: '' }),
  ].map((each) => {
    const event = domain.stamp(state, each, 1_000 + state.seq, state.seq + 1)
    state = domain.evolve(state, event)
    return event
  })
  return replayOf(state, events, false)
}

describe('a replay', () => {
  const page = pageOf(hostile)
  const own = page.replace(/<style>[\s\S]*?<\/style>/u, '').replace(/<script>[\s\S]*?<\/script>/u, '')

  test('contains only its own tags, no matter what was said', () => {
    const tags = new Set(Array.from(own.matchAll(/<\/?([a-z][a-z0-9]*)/giu), ([, tag]) => tag?.toLowerCase()))
    const allowed =
      'html head meta title body main section blockquote h1 h2 h3 h4 h5 h6 dl dt dd div button input select option article header span time details summary pre code p br ul ol li strong em a table tr th td'
    expect([...tags].filter((tag) => !allowed.split(' ').includes(tag ?? ''))).toEqual([])
    expect(own.replaceAll(/"[^"]*"/gu, '""')).not.toMatch(/<[^>]*\son\w+=/iu)
  })

  test('links only citations of messages that exist', () => {
    const cited = pageOf('As said [m1, m77].')
    expect(cited).toContain('<a class="cite" href="#m1">m1</a> m77')
    expect(cited).not.toContain('#m77')
  })

  test('loads and links nothing outside itself', () => {
    const addresses = Array.from(
      own.matchAll(/<[^>]*\b(?:href|src|action|srcset|poster|data)="([^"]*)"/giu),
      ([, to]) => to,
    )
    expect(addresses.filter((to) => !to?.startsWith('#'))).toEqual([])
    expect(own).not.toMatch(/url\(/iu)
  })

  test('lets only its own script and style run, by their hashes', () => {
    const [, policy = ''] = /Content-Security-Policy" content="([^"]+)"/u.exec(page) ?? []
    expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'sha256-[\w+/=]+';/u)
    expect(page.match(/<script>/gu)).toHaveLength(1)
  })

  test('shows no control or bidi character', () => {
    for (const character of ['\u202e', '\u001b']) expect(page).not.toContain(character)
  })

  test('has the same letters on its faces as the page', () => {
    expect(page).toMatch(/<span class="face[^"]*" aria-hidden="true">HD<\/span>/u)
  })

  test('names the kind of a report once', () => {
    expect(page).toContain('Report: Redis or Postgres?')
    expect(page).not.toContain('Report: Report')
  })

  test('of a long text stays readable, and says how much it left out', () => {
    expect(pageOf('z'.repeat(50_000))).toContain('more characters')
  })
})

describe('markdown in a replay', () => {
  test.each([
    ['# One', '<h3>One</h3>'],
    ['**bold** and `code`', '<p><strong>bold</strong> and <code>code</code></p>'],
    ['- a\n- b', '<ul><li>a</li><li>b</li></ul>'],
    ['Two things:\n1. *one*\n2. two', '<p>Two things:</p><ol><li><em>one</em></li><li>two</li></ol>'],
    ['As Ada said [m3].', '<p>As Ada said <a class="cite" href="#m3">m3</a>.</p>'],
    ['See [m3, m4].', '<p>See <a class="cite" href="#m3">m3</a> <a class="cite" href="#m4">m4</a>.</p>'],
    [
      '| a | b |\n| --- | :-: |\n| `x` | <i> \\| |\n| 1 |',
      '<table><tr><th>a</th><th>b</th></tr><tr><td><code>x</code></td><td>&#60;i&#62; |</td></tr><tr><td>1</td><td></td></tr></table>',
    ],
    ['a | b\nno table', '<p>a | b<br>no table</p>'],
    ['```js\nlet a = "<b>"\n```', '<pre><code>let a = &#34;&#60;b&#62;&#34;\n</code></pre>'],
  ])('%j', (text, html) => {
    expect(markdownHtml(text)).toBe(html)
  })
})
