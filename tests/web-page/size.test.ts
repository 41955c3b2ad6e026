import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildPage, pageFolder } from '../../scripts/web.mjs'

beforeAll(async () => {
  await buildPage()
})

const read = (file: string): string => readFileSync(join(pageFolder, file), 'utf8')
const packed = (file: string): number => gzipSync(read(file), { level: 9 }).length
const scriptsOf = (html: string): readonly string[] =>
  [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/gu)].map(([, file]) => file ?? '')

describe('the built page', () => {
  test('loads at most 200 KB of script at first, compressed', () => {
    const first = scriptsOf(read('index.html'))
    expect(first.length).toBeGreaterThan(0)
    expect(first.reduce((sum, file) => sum + packed(file), 0)).toBeLessThanOrEqual(200_000)
  })

  test('loads formulas, diagrams and highlighting only when needed', () => {
    for (const file of scriptsOf(read('index.html'))) expect(read(file)).not.toMatch(/katex-mathml|mermaidAPI|shiki/u)
  })

  test('requests nothing from elsewhere', () => {
    const css = read(/assets\/[^"]+\.css/u.exec(read('index.html'))?.[0] ?? '')
    expect(
      [...css.matchAll(/url\(([^)]+)\)/gu)].filter(([, address]) => /^["']?(https?:)?\/\//u.test(address ?? '')),
    ).toEqual([])
  })
})
