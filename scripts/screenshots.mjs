// Pictures of every screen for the guide, light and dark, made with the real server and the rehearsal model. That model
// asks for nothing and decides nothing: such moments come from a written log.
// `npm run screenshots [words]`: the scenes whose names have one of the words; `from:name`: that scene and those after it.
import { spawn } from 'node:child_process'
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fakeProgram } from '../tests/web-page/fake-program.ts'
import { openPage, startBrowser } from '../tests/web-page/open-page.ts'
import { scenes } from './screenshots/scenes.mjs'
import { pageFolder } from './web.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const pictures = join(root, 'docs/guide/pictures')
const heights = { 1440: 900, 390: 844 }
/** Everything that a page remembers but the key that lets it in. */
const forgetChoices = `for (const name of Object.keys(localStorage))
  if (name !== 'convene.page-key') localStorage.removeItem(name)`

const browser = await startBrowser()
if (!browser) throw new Error('No browser runs here: set CHROMIUM_PATH.')
/** Seen in some pictures: the same each time, so that these stay the same. */
const place = join(tmpdir(), 'convene-pictures')
await rm(place, { recursive: true, force: true })
const server = await serve(place)
const written = await fakeProgram()
const pages = new Map()
const failed = []
try {
  await mkdir(pictures, { recursive: true })
  const stage = await openPage(browser, server.link)
  stage.context().setDefaultTimeout(60_000)
  for (const scene of chosen(process.argv.slice(2))) await picture(stage, scene).catch(failing(scene.name))
} finally {
  await browser.close()
  await written.close()
  await ended(server.child)
  await rm(place, { recursive: true, force: true })
}
if (failed.length > 0) {
  console.error(`Without a picture: ${failed.join(', ')}. Try them again: npm run screenshots ${failed.join(' ')}`)
  process.exitCode = 1
}

function chosen(words) {
  const first = words.find((word) => word.startsWith('from:'))?.slice('from:'.length)
  if (first) return scenes.slice(scenes.findIndex(({ name }) => name === first))
  return scenes.filter(({ name }) => words.length === 0 || words.includes(name))
}

function failing(name) {
  return (error) => {
    failed.push(name)
    console.error(name, error)
  }
}

/** The program as people start it, on a data folder and a copy of the example workspace of its own. */
async function serve(folder) {
  const workspace = join(folder, 'shop')
  const home = join(folder, 'home')
  await cp(join(root, 'docs/guide/shop'), workspace, { recursive: true })
  await cp(pageFolder, join(folder, 'pages'), { recursive: true })
  await mkdir(home, { recursive: true })
  await writeFile(join(home, 'config.json'), JSON.stringify({ version: 1, permissions: { bash: 'ask' } }))
  const environment = {
    PATH: process.env.PATH,
    HOME: folder,
    CONVENE_HOME: home,
    CONVENE_PORT: '0',
    CONVENE_PAGES: join(folder, 'pages'),
  }
  const args = [join(root, 'apps/cli/bin/convene.mjs'), 'serve', '--workspace', workspace]
  const child = spawn(process.execPath, args, { env: environment, cwd: workspace })
  const link = await new Promise((resolve, reject) => {
    let said = ''
    const read = (text) => {
      said += text
      const found = /https?:\/\/\S+token=\S+/.exec(said)?.[0]
      if (found) resolve(found)
    }
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', read)
    child.once('close', () => reject(new Error(said)))
  })
  return { child, link, workspace }
}

/** The program writes until it has ended: its folder is removed after that. */
function ended(child) {
  return new Promise((resolve) => {
    child.once('close', resolve)
    child.kill('SIGTERM')
  })
}

/** Sets a scene once, then shows it in every width and theme that it has. */
async function picture(stage, { name, widths = [1440], set }) {
  await stage.goto(server.link)
  const { url, show } = await set(stage, written)
  for (const colorScheme of ['light', 'dark'])
    for (const width of widths) {
      const page = await pageFor(colorScheme, width)
      await page.evaluate(forgetChoices)
      await page.goto('about:blank')
      await page.goto(url)
      await show(page)
      await page.evaluate('document.activeElement.blur()')
      await page.evaluate('document.fonts.ready.then(() => new Promise(requestAnimationFrame))')
      await page.waitForTimeout(400)
      await page.screenshot({ path: join(pictures, `${name}-${colorScheme}-${width}.png`) })
    }
  console.log(name)
}

/** One page for each theme and width, let in once. */
async function pageFor(colorScheme, width) {
  const key = `${colorScheme}-${width}`
  const known = pages.get(key)
  if (known) return known
  const viewport = { width, height: heights[width] }
  const page = await openPage(browser, server.link, { colorScheme, viewport })
  page.context().setDefaultTimeout(60_000)
  pages.set(key, page)
  return page
}
