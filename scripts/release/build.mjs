// Builds everything that a release publishes: `node scripts/release/build.mjs [folder]`.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packDeb } from '../package/deb.mjs'
import { packNpm } from '../package/npm.mjs'
import { root, stageProgram } from '../package/stage.mjs'
import { buildSite } from '../site/main.mjs'
import { packExtension, stageExtension } from '../vsix.mjs'
import { componentsOf } from './components.mjs'
import { billOfMaterials, thirdPartyLicences } from './documents.mjs'
import { notesOf } from './next-version.mjs'

/** Fills a folder with the packages and their documents. They are signed separately: no package may see the key. */
export async function buildRelease(into) {
  rmSync(into, { recursive: true, force: true })
  mkdirSync(into, { recursive: true })
  const work = mkdtempSync(join(tmpdir(), 'convene-release-'))
  try {
    await writePackages(into, work)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

async function writePackages(into, work) {
  const { folder, manifest } = await stageProgram(join(work, 'program'))
  const components = componentsOf(root)
  writeFileSync(join(folder, 'THIRD-PARTY-LICENCES.txt'), thirdPartyLicences(components))
  const staged = Promise.resolve({ folder, manifest })
  packImage(into, work, await packNpm(into, staged))
  await packGuide(into, work, manifest.version)
  if (process.platform === 'linux') move(await packDeb(work, staged), into)
  await stageExtension(join(work, 'extension'))
  packExtension(join(work, 'extension'), join(into, `convene-${manifest.version}.vsix`))
  cpSync(join(folder, 'THIRD-PARTY-LICENCES.txt'), join(into, 'THIRD-PARTY-LICENCES.txt'))
  const bill = billOfMaterials({ ...manifest, components, date: manifest.build?.date ?? '1970-01-01' })
  writeFileSync(join(into, `convene-${manifest.version}.cdx.json`), `${JSON.stringify(bill, null, 2)}\n`)
  writeFileSync(
    join(into, 'NOTES.md'),
    `${notesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), manifest.version)}\n`,
  )
}

/** Everything that `docker build` needs, and what starts the image for a team, in one archive. */
function packImage(into, work, tarball) {
  const image = join(work, 'convene-image')
  mkdirSync(image)
  cpSync(join(root, 'packaging/Dockerfile'), join(image, 'Dockerfile'))
  cpSync(tarball, join(image, basename(tarball)))
  cpSync(join(root, 'deploy'), join(image, 'deploy'), { recursive: true })
  const file = join(into, basename(tarball).replace('convene-cli', 'convene-image').replace('.tgz', '.tar.gz'))
  packFolder(file, work, 'convene-image')
}

/** The guide, for readers without the repository or a network. */
async function packGuide(into, work, version) {
  await buildSite(join(work, 'convene-guide'))
  packFolder(join(into, `convene-guide-${version}.tar.gz`), work, 'convene-guide')
}

function packFolder(file, work, name) {
  const packed = spawnSync('tar', ['-czf', file, '-C', work, name], { encoding: 'utf8' })
  if (packed.status !== 0) throw new Error(packed.stderr || packed.error?.message)
}

const move = (file, into) => {
  cpSync(file, join(into, basename(file)))
  rmSync(file)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const into = resolve(process.argv[2] ?? join(root, 'dist/release'))
  await buildRelease(into)
  console.log(into)
}
