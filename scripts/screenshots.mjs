// Takes screenshots for the guide, light and dark, with the real server and the rehearsal model. That model never asks for
// approval or votes, so such scenes come from a prepared log. `npm run screenshots` takes the few that the repository
// keeps, `npm run screenshots -- NAME…` some of them. `npm run site -- --screenshots` takes all others for the website.
import { spawn } from 'node:child_process'
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fakeProgram } from '../tests/web-page/fake-program.ts'
import { openPage, startBrowser } from '../tests/web-page/open-page.ts'
import { scenes, startIsReady } from './screenshots/scenes.mjs'
import { pageFolder } from './web.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const heights = { 1440: 900, 390: 844 }
/** Clears everything a page remembers except its access key. */
const forgetChoices = `for (const name of Object.keys(localStorage))
  if (name !== 'convene.page-key') localStorage.removeItem(name)`
/** Runs inside a page: a PNG as WebP, both in base64. */
const asWebp = async (png) => {
  const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob())
  const canvas = new OffscreenCanvas(picture.width, picture.height)
  canvas.getContext('2d').drawImage(picture, 0, 0)
  const webp = await canvas.convertToBlob({ type: 'image/webp', quality: 0.9 })
  return btoa(Array.from(new Uint8Array(await webp.arrayBuffer()), (byte) => String.fromCharCode(byte)).join(''))
}

/** The scenes in the repository, in one width. */
export const keptScenes = scenes.filter(({ isKept }) => isKept).map((scene) => ({ ...scene, widths: [1440] }))

/** Everything else, for the website. */
export const otherScenes = scenes.flatMap(({ isKept, widths = [1440], ...scene }) => {
  const others = isKept ? widths.filter((width) => width !== 1440) : widths
  return others.length > 0 ? [{ ...scene, widths: others }] : []
})

/** Takes scenes into a folder, and returns the names of those that failed. */
export async function takeScreenshots(wanted, into) {
  const browser = await startBrowser()
  if (!browser) throw new Error('No browser found. Set CHROMIUM_PATH.')
  /** Visible in some screenshots, so it must be the same every time. */
  const place = join(tmpdir(), 'convene-pictures')
  await rm(place, { recursive: true, force: true })
  const server = await serve(place)
  const written = await fakeProgram()
  const failed = []
  try {
    await mkdir(into, { recursive: true })
    const studio = { browser, server, written, into, pages: new Map(), encoder: await browser.newPage() }
    const stage = await openPage(browser, server.link)
    stage.context().setDefaultTimeout(60_000)
    for (const scene of wanted)
      await picture(studio, stage, scene).catch((error) => {
        failed.push(scene.name)
        console.error(scene.name, error)
      })
  } finally {
    await browser.close()
    await written.close()
    await ended(server.child)
    await rm(place, { recursive: true, force: true })
  }
  return failed
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
async function picture(studio, stage, { name, widths = [1440], set }) {
  await stage.goto(studio.server.link)
  const { url, show } = await set(stage, studio.written)
  for (const colorScheme of ['light', 'dark'])
    for (const width of widths) {
      const page = await pageFor(studio, colorScheme, width)
      await page.evaluate(forgetChoices)
      await page.goto('about:blank')
      await page.goto(url)
      await show(page)
      await page.evaluate('document.activeElement.blur()')
      await page.evaluate('document.fonts.ready.then(() => new Promise(requestAnimationFrame))')
      await page.waitForTimeout(400)
      const png = await page.screenshot()
      const webp = await studio.encoder.evaluate(asWebp, png.toString('base64'))
      await writeFile(join(studio.into, `${name}-${colorScheme}-${width}.webp`), Buffer.from(webp, 'base64'))
    }
  console.log(name)
}

/** One page per theme and width, signed in once. */
async function pageFor({ browser, server, pages }, colorScheme, width) {
  const key = `${colorScheme}-${width}`
  const known = pages.get(key)
  if (known) return known
  const viewport = { width, height: heights[width] }
  const page = await openPage(browser, server.link, { colorScheme, viewport })
  page.context().setDefaultTimeout(60_000)
  // The page stores its key once the server has proven itself: if left before that, it would have to be signed in
  // again.
  await startIsReady(page)
  pages.set(key, page)
  return page
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const words = process.argv.slice(2)
  const wanted = keptScenes.filter(({ name }) => words.length === 0 || words.includes(name))
  const failed = await takeScreenshots(wanted, join(root, 'docs/guide/pictures'))
  if (failed.length > 0)
    console.error(`Failed: ${failed.join(', ')}. To retry, run: npm run screenshots -- ${failed.join(' ')}`)
  if (failed.length > 0 || wanted.length === 0) process.exitCode = 1
}
