// Opens the app in the native webview, like `convene`, but lets a driver control its page.
// Arguments: the data folder, the workspace, the folder of the built page, the folder of the webview module.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { loadWebview, openDesktop, webviewWindow } from '@convene/desktop'
import { optionalPackages } from '@convene/extensions'
import { openProgram } from '@convene/host'

const [home = '', workspace = '', assets = '', modules = ''] = process.argv.slice(2)
const loaded = await loadWebview(async () => createRequire(join(modules, 'package.json'))('@webviewjs/webview'))
if ('why' in loaded) throw new Error(loaded.why)
const { program, close } = openProgram({
  optional: optionalPackages,
  home,
  workspace,
  environment: { PATH: process.env.PATH },
  version: '0',
})
const say = (words: string) => void process.stdout.write(`${words}\n`)
const stopping = new AbortController()
process.once('SIGTERM', () => stopping.abort())
const end = await openDesktop({
  program,
  open: webviewWindow(loaded.module, { automation: process.env.CONVENE_DRIVEN === '1' }),
  assets,
  path: undefined,
  openOutside: (url) => say(`outside ${url}`),
  notice: say,
  opened: () => say('opened'),
  stop: stopping.signal,
})
await close()
say(`ended ${end}`)
process.exit(0)
