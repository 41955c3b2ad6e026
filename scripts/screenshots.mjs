// Pictures of every screen, light and dark, at three widths, made with the real server and the rehearsal model.
// `npm run screenshots [words]`: all of them into .cache/screenshots, those of the guide also into docs/guide/pictures.
import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openPage, startBrowser } from '../tests/web-page/open-page.ts'
import { scenes } from './screenshots/scenes.mjs'
import { pageFolder } from './web.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const all = join(root, '.cache/screenshots')
const ofGuide = join(root, 'docs/guide/pictures')
const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
]

const words = process.argv.slice(2)
const chosen = scenes.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
const browser = await startBrowser()
if (!browser) throw new Error('No browser runs here: set CHROMIUM_PATH.')
const place = await mkdtemp(join(tmpdir(), 'convene-pictures-'))
const server = await serve(place)
try {
  await mkdir(all, { recursive: true })
  await mkdir(ofGuide, { recursive: true })
  for (const scene of chosen) await picture(scene)
} finally {
  await browser.close()
  await ended(server.child)
  await rm(place, { recursive: true, force: true })
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

/** Sets a scene once, then shows it in every size and theme; a scene that moves on is set anew for each. */
async function picture({ name, guide, set }) {
  const stage = await openPage(browser, server.link)
  const address = await set(stage, { workspace: server.workspace })
  for (const colorScheme of ['light', 'dark'])
    for (const viewport of sizes) {
      const page = await openPage(browser, server.link, { colorScheme, viewport })
      await page.goto(address.url)
      await address.show?.(page)
      await page.waitForTimeout(400)
      const file = `${name}-${colorScheme}-${viewport.width}.png`
      await page.screenshot({ path: join(all, file) })
      if (guide?.includes(viewport.width)) await cp(join(all, file), join(ofGuide, file))
      await page.context().close()
    }
  await stage.context().close()
  console.log(name)
}
