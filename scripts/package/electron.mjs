// `npm run package:electron`: dist/electron, the folder that electron-builder makes installers of (packaging/electron-builder.yml).
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { bundle } from '../bundle/bundle.mjs'
import { buildPage, pageFolder } from '../web.mjs'
import { beside, manifestOf, root } from './stage.mjs'

/** Lays the Electron app out in a folder: main process, preload script, page, manifest. */
export async function stageElectron(folder = join(root, 'dist/electron')) {
  await buildPage()
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const program = join(folder, 'program')
  await bundle({ entries: { main: 'apps/desktop/electron/main.ts' }, out: program, external: [...beside, 'electron'] })
  await bundlePreload(join(program, 'preload.cjs'))
  cpSync(pageFolder, join(folder, 'web'), { recursive: true })
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  const { name, version, description, license, dependencies } = manifestOf()
  const { electron } = JSON.parse(readFileSync(join(root, 'apps/desktop/package.json'), 'utf8')).devDependencies
  const manifest = {
    name,
    productName: 'Convene',
    version,
    description,
    license,
    type: 'module',
    main: 'program/main.mjs',
  }
  const whole = { ...manifest, dependencies, devDependencies: { electron } }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(whole, null, 2)}\n`)
  return folder
}

/** The preload script as one file: in the sandbox, a script can load nothing but Electron itself. */
export async function bundlePreload(file) {
  const build = await rolldown({ cwd: root, input: 'apps/desktop/electron/preload.ts', external: ['electron'] })
  await build.write({ file, format: 'cjs', minify: false })
  await build.close()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(await stageElectron())
