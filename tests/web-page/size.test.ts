import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildPage, pageFolder } from '../../scripts/web.mjs'

beforeAll(async () => {
  await buildPage()
})

const read = (file: string): string => readFileSync(join(pageFolder, file), 'utf8')
const packed = (file: string): number => gzipSync(read(file), { level: 9 }).length
const styles = (): string => read(/assets\/[^"]+\.css/u.exec(read('index.html'))?.[0] ?? '')
const scriptsOf = (html: string): readonly string[] =>
  [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/gu)].map(([, file]) => file ?? '')

describe('the built page', () => {
  test('loads at most 208 KB of script at first, compressed', () => {
    const first = scriptsOf(read('index.html'))
    expect(first.length).toBeGreaterThan(0)
    expect(first.reduce((sum, file) => sum + packed(file), 0)).toBeLessThanOrEqual(208_000)
  })

  test('loads formulas, diagrams and highlighting only when needed', () => {
    for (const file of scriptsOf(read('index.html'))) expect(read(file)).not.toMatch(/katex-mathml|mermaidAPI|shiki/u)
  })

  test('requests nothing from elsewhere', () => {
    expect(
      [...styles().matchAll(/url\(([^)]+)\)/gu)].filter(([, address]) => /^["']?(https?:)?\/\//u.test(address ?? '')),
    ).toEqual([])
  })

  test('has a style rule for every class in the sources', () => {
    const css = styles()
    const source = join(import.meta.dirname, '../../apps/web/src')
    const texts = globSync('**/*.tsx', { cwd: source }).map((file) => readFileSync(join(source, file), 'utf8'))
    const names = texts.flatMap((text) =>
      [...text.matchAll(/className="([^"]+)"/gu)].flatMap(([, all = '']) => all.split(' ')),
    )
    expect(names.length).toBeGreaterThan(1_000)
    expect([...new Set(names)].filter((name) => !isMarker(name) && !css.includes(selectorOf(name)))).toEqual([])
  })
})

/** A class without a rule, for state variants of nested elements. */
const isMarker = (name: string): boolean => /^group(\/|$)/u.test(name)

const selectorOf = (name: string): string => `.${name.replaceAll(/[^\w-]/gu, String.raw`\$&`)}`
