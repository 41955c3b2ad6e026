// `npm run package:npm` builds dist/convene-cli-<version>.tgz, which `npx` can start.
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root, stageProgram } from './stage.mjs'

/** Builds the npm package in a folder and returns its path. `staged` is a program from `stageProgram`. */
export async function packNpm(into = join(root, 'dist'), staged = stageProgram(join(into, 'program'))) {
  mkdirSync(into, { recursive: true })
  const { folder } = await staged
  const packed = spawnSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', into], {
    cwd: folder,
    encoding: 'utf8',
  })
  if (packed.status !== 0) throw new Error(packed.stderr || packed.error?.message)
  return join(into, packed.stdout.trim())
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(await packNpm())
