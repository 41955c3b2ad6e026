// Takes screenshots of every screen for the guide, light and dark, with the real server and the rehearsal model. That
// model never asks for approval or votes, so such scenes come from a prepared log.
// `npm run screenshots [name …]` takes only these scenes, `from:name` that scene and all after it.
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
/** Clears everything a page remembers except its access key. */
const forgetChoices = `for (const name of Object.keys(localStorage))
  if (name !== 'convene.page-key') localStorage.removeItem(name)`

const browser = await startBrowser()
if (!browser) throw new Error('No browser found. Set CHROMIUM_PATH.')
/** Visible in some screenshots, so it must be the same every time. */
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
  console.error(`Failed: ${failed.join(', ')}. To retry, run: npm run screenshots ${failed.join(' ')}`)
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

/** Starts the program as users do, with a separate data folder and a copy of the example workspace. */
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

/** Waits for the program to exit, because it writes to its folder until then. */
function ended(child) {
  return new Promise((resolve) => {
    child.once('close', resolve)
    child.kill('SIGTERM')
  })
}

/** Sets up a scene once, then captures it in each of its widths and themes. */
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

/** One page per theme and width, signed in once. */
async function pageFor(colorScheme, width) {
  const key = `${colorScheme}-${width}`
  const known = pages.get(key)
  if (known) return known
  const viewport = { width, height: heights[width] }
  const page = await openPage(browser, server.link, { colorScheme, viewport })
  page.context().setDefaultTimeout(60_000)
  // The page stores its key once the server has proven itself: if left before that, it would have to be signed in
  // again.
  await page.getByRole('list', { name: 'Seats' }).waitFor()
  pages.set(key, page)
  return page
}
