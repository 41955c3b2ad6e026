import { expect, test } from 'vitest'
import { parseRobots } from './robots.ts'

const allows = (text: string, path: string): boolean =>
  parseRobots(text, 'convene').allows(new URL(path, 'https://example.com'))

test.each([
  ['', '/a', true],
  ['User-agent: *\nDisallow: /', '/a', false],
  ['User-agent: *\nDisallow:', '/a', true],
  ['User-agent: other\nDisallow: /', '/a', true],
  ['User-agent: *\nDisallow: /\n\nUser-agent: Convene/1.0\nDisallow: /b', '/a', true],
  ['User-agent: a\nUser-agent: convene\nDisallow: /', '/a', false],
  ['User-agent: *\nDisallow: /a # why', '/abc', false],
  ['User-agent: *\nDisallow: /a/', '/a', true],
  ['User-agent: *\nDisallow: /a\nAllow: /a/public', '/a/public/x', true],
  ['User-agent: *\nAllow: /a\nDisallow: /a', '/a', true],
  ['User-agent: *\nDisallow: /*.php$', '/x/index.php', false],
  ['User-agent: *\nDisallow: /*.php$', '/x/index.php?a=1', true],
  ['User-agent: *\nDisallow: /*?', '/x?a=1', false],
  ['User-agent: *\nDisallow: /a*b*c', '/a-b-c-d', false],
  ['User-agent: *\nDisallow: /x$', '/x', false],
  ['User-agent: *\nDisallow: /x$', '/xy', true],
  ['User-agent: *\r\nDisallow: /a\r\nSitemap: https://example.com/s.xml', '/a', false],
  ['\ufeffnonsense\n::::\nDisallow: /a', '/a', true],
  ['User-agent: *\nDisallow: /robots.txt', '/robots.txt', true],
  ['User-agent: *\nDisallow: /ä', '/ä/b', false],
  ['User-agent: *\nDisallow: /%c3%a4', '/ä/b', false],
  ['User-agent: *\nDisallow: /a%2fb', '/a%2Fb', false],
  ['User-agent: *\nDisallow: /a%2fb', '/a/b', true],
  ['User-agent: *\nDisallow: /%7Ejoe', '/~joe', false],
  ['User-agent: *\nDisallow: /100%', '/100%', false],
  ['User-agent: *\nDisallow: /\ud800', '/x', true],
  ['User-agent: *\nDisallow: /a b', '/a b', false],
])('%j on %s is %s', (text, path, expected) => {
  expect(allows(text, path)).toBe(expected)
})

test('a pattern of many stars is judged quickly', () => {
  expect(allows(`User-agent: *\nDisallow: /${'*a'.repeat(5_000)}b`, `/${'a'.repeat(8_000)}`)).toBe(true)
})

test('the crawl delay that a site asks for is read', () => {
  expect(parseRobots('User-agent: *\nCrawl-delay: 2', 'convene').delay).toBe(2)
  expect(parseRobots('User-agent: *\nCrawl-delay: soon', 'convene').delay).toBe(0)
})
