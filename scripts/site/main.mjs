// `npm run site`: the guide as a website in dist/site. It can be read from the folder, without a server or a network.
// `npm run site -- --screenshots` also takes the screenshots that the repository does not keep, which needs a browser.
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { fromWire } from '@convene/domain'
import { writeExport } from '@convene/host'
import { listExamples, readExample } from '@convene/library'
import { writeReceiptPage } from '../receipt-page.mjs'
import { escaped } from './escaped.mjs'
import { pageHtml } from './layout.mjs'
import { pagesOf, sourcesOf } from './pages.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Writes the site into a folder and returns the names of its pages. `takeMore` takes more screenshots into the folder of
 * the pictures before the pages are written.
 */
export async function buildSite(into, takeMore) {
  rmSync(into, { recursive: true, force: true })
  mkdirSync(into, { recursive: true })
  const pictures = join(into, 'pictures')
  cpSync(join(root, 'docs/guide/pictures'), pictures, { recursive: true })
  await takeMore?.(pictures)
  const pages = pagesOf(root, pictures)
  const replays = await writeReplays(into)
  await writeReceiptPage(join(into, 'verify-receipt.html'))
  const all = [...pages, ...replays, ...sourcesOf(root, pages)]
  for (const now of all) writeFileSync(join(into, `${now.name}.html`), pageHtml({ pages, replays, now }))
  for (const file of ['site.css', 'search.css', 'states.css', 'site.js']) cpSync(join(here, file), join(into, file))
  writeFileSync(join(into, 'search-index.js'), `window.searchIndex = ${JSON.stringify(indexOf(pages))}\n`)
  writeTexts(into, pages)
  return all.map(({ name }) => name)
}

/** A page for each scripted example, with the same replay that a session exports. */
async function writeReplays(into) {
  const examples = await listExamples()
  return Promise.all(
    examples.map(async ({ slug, title, text }) => {
      const events = (await readExample(slug)).map((event) => fromWire(event))
      const replay = writeExport({ session: events[0].session, events, format: 'html' }).text
      writeFileSync(join(into, `replay-${slug}.html`), replay)
      for (const theme of ['light', 'dark'])
        writeFileSync(join(into, `replay-${slug}-${theme}.html`), inTheme(replay, theme))
      const frame = `<iframe title="Replay: ${escaped(title)}" src="replay-${slug}.html" data-replay="replay-${slug}"></iframe>`
      const html = `<h1>${escaped(title)}</h1>\n<p>${escaped(text)} No model was asked: we wrote this example.</p>\n${frame}`
      return { name: `watch-${slug}`, title, html }
    }),
  )
}

/**
 * A replay follows the system's theme. The reader may have chosen another, and in a folder one page cannot reach into
 * another.
 */
function inTheme(replay, theme) {
  const [, style] = /<style>([\s\S]*?)<\/style>/u.exec(replay)
  const changed = style.replace('color-scheme: light dark', `color-scheme: ${theme}`)
  if (changed === style) throw new Error('The replay says in another way that it follows the system.')
  return replay.replace(style, () => changed).replace(digestOf(style), () => digestOf(changed))
}

const digestOf = (style) => createHash('sha256').update(style).digest('base64')

const indexOf = (pages) =>
  pages.flatMap(({ name, title: page, sections }) =>
    sections.map(({ id, title, text }) => ({ address: `${name}.html#${id}`, page, title, text })),
  )

/** For programs, see https://llmstxt.org. */
function writeTexts(into, pages) {
  mkdirSync(join(into, 'text'))
  for (const { name, markdown } of pages) writeFileSync(join(into, 'text', `${name}.md`), markdown)
  const [first, ...rest] = pages
  const about = first.markdown.split('\n').find((line) => /^[A-Z]/u.test(line))
  const rows = rest.map(({ name, title, about: what }) => `- [${title}](text/${name}.md): ${what}`)
  writeFileSync(
    join(into, 'llms.txt'),
    `# Convene\n\n> ${about}\n\n- [Start here](text/index.md)\n\n## Guide\n\n${rows.join('\n')}\n`,
  )
}

/** The scenes that the repository does not keep, in every width. */
async function takeMore(pictures) {
  const { otherScenes, takeScreenshots } = await import('../screenshots.mjs')
  const failed = await takeScreenshots(otherScenes, pictures)
  if (failed.length > 0) throw new Error(`No screenshot of: ${failed.join(', ')}.`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({ options: { screenshots: { type: 'boolean' } }, allowPositionals: true })
  const into = resolve(positionals[0] ?? join(root, 'dist/site'))
  const names = await buildSite(into, values.screenshots ? takeMore : undefined)
  console.log(`${names.length} pages: ${join(into, 'index.html')}`)
}
