// `npm run package:npm`: dist/convene-<version>.tgz, which `npx` starts.
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root, stageProgram } from './stage.mjs'

/** Packs the npm package into a folder; its path comes back. */
export async function packNpm(into = join(root, 'dist')) {
  const stage = join(into, 'npm')
  mkdirSync(into, { recursive: true })
  const { version } = await stageProgram(stage)
  const packed = spawnSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', into], {
    cwd: stage,
    encoding: 'utf8',
  })
  if (packed.status !== 0) throw new Error(packed.stderr)
  return join(into, `convene-${version}.tgz`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(await packNpm())
