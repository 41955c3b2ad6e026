import { expect, test } from 'vitest'
import { pageIn } from './page.ts'

const built = `<!doctype html><html><head><meta http-equiv="Content-Security-Policy" content="default-src 'self'">
<script type="module" src="/assets/main.js"></script><link rel="stylesheet" href="/assets/main.css"></head></html>`
const place = { base: 'https://files.invalid/web', source: 'https://files.invalid', nonce: 'N0nce', path: '/' }

test('the panel page runs only scripts with the current nonce and has no network access', () => {
  const html = pageIn(built, place)
  expect(html).toContain('<script nonce="N0nce" type="module" src="assets/main.js">')
  expect(html).toContain("default-src 'none'; script-src 'nonce-N0nce' https://files.invalid;")
  expect(html).not.toContain('connect-src')
  expect(html.match(/content-security-policy/giu)).toHaveLength(1)
})

test('a forged place cannot break out of the script that contains it', () => {
  const html = pageIn(built, { ...place, path: '</script><script>alert(1)</script>' })
  expect(html).not.toContain('<script>alert(1)')
  expect(html).toContain('location.hash = "\\u003c/script>')
})

test('the pipe comes before the page’s first script', () => {
  const html = pageIn(built, place)
  expect(html.indexOf('convenePipe')).toBeLessThan(html.indexOf('type="module"'))
})
