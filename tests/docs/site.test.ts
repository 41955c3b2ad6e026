import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@convene/testkit'
import { afterAll, describe, expect, test } from 'vitest'
import { drawStates } from '../../scripts/site/diagram.mjs'
import { buildSite } from '../../scripts/site/main.mjs'

const folder = temporaryFolder()
afterAll(() => folder[Symbol.dispose]())
const pages = await buildSite(folder.path)
const texts = new Map<string, string>()
function read(file: string): string {
  const text = texts.get(file) ?? readFileSync(join(folder.path, file), 'utf8')
  texts.set(file, text)
  return text
}

describe.each(pages)('the page %s', (name) => {
  const html = read(`${name}.html`)
  const targets = [...html.matchAll(/ (?:href|src|srcset)="([^"]+)"/gu)].map(([, target = '']) => target)

  test('links only to existing pages', () => {
    const inside = targets.filter((target) => !/^https?:|^mailto:/u.test(target))
    expect(inside.length).toBeGreaterThan(20)
    for (const target of inside) {
      const [file = '', fragment] = target.split('#')
      const of = file === '' ? `${name}.html` : file
      expect(existsSync(join(folder.path, of)), target).toBe(true)
      if (fragment === undefined) continue
      expect(read(of).includes(`id="${decodeURIComponent(fragment)}"`), target).toBe(true)
    }
  })

  test('loads nothing from elsewhere, and has no inline scripts', () => {
    expect([...html.matchAll(/<(?:script|link|img|iframe)[^>]*(?:src|href)="(?:https?:)?\/\//gu)]).toEqual([])
    expect(html).toContain("default-src 'none'")
    expect([...html.matchAll(/<script(?![^>]* src=)| on[a-z]+="/gu)]).toEqual([])
  })
})

test('screenshots that only the site has are shown if they were taken, and nothing is said about the others', async () => {
  const site = join(folder.path, 'with-screenshots')
  const take = (pictures: string) => {
    for (const theme of ['light', 'dark']) writeFileSync(join(pictures, `transcript-${theme}-1440.webp`), '')
  }
  await buildSite(site, take)
  const taken = readFileSync(join(site, 'web-interface.html'), 'utf8')
  expect(taken).toContain('src="pictures/transcript-dark-1440.webp" alt="The transcript, dark"')
  expect(taken).not.toContain('pictures/graph-')
  const without = read('web-interface.html')
  expect(without).not.toContain('pictures/transcript-')
  expect(without).toContain('src="pictures/story-light-1440.webp"')
})

test('every state diagram of the guide is drawn, with each phase and trigger of its source', () => {
  const texts = [...read('text/state-machines.md').matchAll(/```mermaid\n(.*?)```/gsu)].map(([, text = '']) => text)
  const drawings = [...read('state-machines.html').matchAll(/<svg .*?<\/figcaption>/gsu)].map(([drawing]) => drawing)
  expect(texts.length).toBeGreaterThan(5)
  expect(drawings).toHaveLength(texts.length)
  for (const [index, text] of texts.entries()) {
    const words = [...text.matchAll(/(\w+) --> \w+: (\w+)/gu)].flatMap(([, from = '', trigger = '']) => [from, trigger])
    for (const word of words) expect(drawings[index], word).toContain(`>${word}<`)
  }
})

test('a diagram that the site cannot draw is shown as text, and half a diagram stops the build', () => {
  expect(drawStates('flowchart TD\n  a --> b')).toBeUndefined()
  expect(() => drawStates('stateDiagram-v2\n  a ==> b')).toThrow('a ==> b')
})

test('every section is found by the words under its heading', () => {
  const index = JSON.parse(read('search-index.js').slice('window.searchIndex = '.length)) as readonly Section[]
  expect(index.length).toBeGreaterThan(200)
  const found = index.filter(({ text }) => text.includes('SHA256SUMS'))
  expect(found.map(({ address }) => address)).toContain('releases.html#check-a-release')
})

type Section = { readonly address: string; readonly text: string }

test('every page of the guide is available to programs as text', () => {
  const targets = [...read('llms.txt').matchAll(/\]\(([^)]+)\)/gu)].map(([, target = '']) => target)
  expect(targets.length).toBeGreaterThan(20)
  for (const target of targets) expect(read(target).length, target).toBeGreaterThan(100)
  const said = read('llms.txt').match(/^- \[.+\]\(text\/.+\.md\): .+$/gmu) ?? []
  expect(targets.length - said.length, 'only the start has no line about it').toBe(1)
})

test('repository files that the pages link to are available as text without the repository', () => {
  expect(read('library.html')).toContain('href="source-examples-panel.ts.html"')
  expect(read('source-examples-panel.ts.html')).toContain("const team = convene({ workspace: '.' })")
  expect(read('source-apps-web-src-session-conversation-entry-view.tsx.html')).not.toMatch(/<(?:Avatar|section)/u)
})

test('the examples play where they are embedded', () => {
  const frames = pages.filter((name) => read(`${name}.html`).includes('<iframe'))
  expect(frames).toEqual(['watch-decision', 'watch-plan', 'watch-incident'])
  for (const name of frames) expect(read(`${name.replace('watch', 'replay')}.html`)).toContain('Play')
})
