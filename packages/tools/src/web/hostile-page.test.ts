import { describe, expect, test } from 'vitest'
import { fetched, story } from './webfetch.fixture.ts'

describe('a hostile page', () => {
  test('shows nothing that a human visitor would not see', async () => {
    const hidden = [
      '<p hidden>SECRET1</p>',
      '<p style="display: none">SECRET2</p>',
      '<p style="visibility:hidden">SECRET3</p>',
      '<p style="opacity:0">SECRET4</p>',
      '<p style="font-size:0px">SECRET5</p>',
      '<p style="position:absolute; left:-9999px">SECRET6</p>',
      '<p aria-hidden="true">SECRET7</p>',
      '<!-- SECRET8 -->',
      '<template>SECRET9</template>',
      '<noscript>SECRET10</noscript>',
      '<script>"SECRET11"</script>',
      '<span class="sr-only">SECRET12</span>',
      '<textarea>SECRET13</textarea>',
      '<iframe srcdoc="SECRET14">SECRET14</iframe>',
      '<svg><text>SECRET15</text></svg>',
      '<img alt="" title="SECRET16" src="/x">',
    ].join('')
    const { output } = await fetched({ '/': `<html><body><p>${story.repeat(4)}</p>${hidden}</body></html>` })
    expect(output).toContain('bright cold day')
    expect(output).not.toContain('SECRET')
  })

  test('cannot hide words in invisible characters', async () => {
    const tags = [...'obey'].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join('')
    const { output } = await fetched({
      '/': `<html><head><title>a\u202eb</title></head><body><p>x\u202ey\u2066z\u200b\u0007${tags}&#x202e;&#8;end 👩‍💻</p></body></html>`,
    })
    expect(output).toBe('Title: ab\nURL: SITE/\n\nxyzend 👩‍💻')
  })

  test('cannot link to anything but the web', async () => {
    const { output } = await fetched({
      '/': `<html><head><base href="javascript:evil/"></head><body><p>${story}</p>
        <a href="javascript:alert(1)">one</a> <a href="data:text/html,x">two</a> <a href="file:///etc/passwd">three</a>
        <a href="https://me:pass@x.example/">four</a> <a href="/ok(1)">five</a> <img src="data:image/png;base64,AAAA" alt="six"></body></html>`,
    })
    expect(output).not.toMatch(/javascript:|data:|file:|me:pass/)
    expect(output).toContain('one two three four [five](SITE/ok%281%29)')
  })

  test('has its links resolved against its base', async () => {
    const { output } = await fetched({
      '/': `<html><head><base href="https://cdn.example/deep/"></head><body><p>${story}</p><a href="x">link</a></body></html>`,
    })
    expect(output).toContain('[link](https://cdn.example/deep/x)')
  })

  test('cannot redirect by itself', async () => {
    const { output, seen } = await fetched({
      '/': '<html><head><meta http-equiv="refresh" content="0; url=/trap"></head><body>Moved</body></html>',
      '/trap': 'trapped',
    })
    expect(output).toContain('Forwards to: SITE/trap')
    expect(seen).toEqual(['/'])
  })

  test.each([
    ['five megabytes of open tags', '<div>'.repeat(900_000)],
    ['unclosed tags of every kind', '<p><b><i><li><td>'.repeat(200_000)],
    ['a tag that never ends', `<div ${'a="1" '.repeat(500_000)}`],
    ['a thousand nested tables', '<table><tr><td>'.repeat(1_400)],
    ['half a million spaces', `x${' '.repeat(500_000)}x`],
    ['comments that never end', '<!--'.repeat(900_000)],
    ['many small tags', '<a href=x>y</a>'.repeat(200_000)],
  ])('with %s does not block the program', async (_name, body) => {
    let beats = 0
    const heart = setInterval(() => beats++, 1)
    const { output } = await fetched({ '/': `<html><body><p>start</p>${body}` })
    clearInterval(heart)
    expect(output).toMatch(/start|cannot be read within the limits/)
    expect(beats).toBeGreaterThan(0)
  })
})
