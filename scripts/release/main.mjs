// `npm run release -- 1.2.3`: writes the new version to the manifests and the changelog, commits and tags. Pushing the
// tag starts the workflow that builds, signs and publishes.
// `npm run release -- --dry-run [1.2.3]`: does all of it in a fresh clone of the last commit, builds what would be
// published, signs it with a throw-away key, checks it, and publishes nothing.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { setVersion } from './next-version.mjs'
import { keyProblem } from './signed-sums.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

try {
  const { values, positionals } = parseArgs({ options: { 'dry-run': { type: 'boolean' } }, allowPositionals: true })
  if (values['dry-run']) rehearse(positionals[0] ?? versionIn(root))
  else if (positionals[0]) publishNext(positionals[0])
  else throw new Error('Name the version: npm run release -- 1.2.3. To try everything first, use --dry-run.')
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}

function publishNext(version) {
  const problem = keyProblem(root)
  if (problem) throw new Error(problem)
  prepare(root, version)
  console.log(`v${version} is committed and tagged. To publish it: git push --follow-tags origin HEAD v${version}`)
}

/** The commit and the tag of a release. */
function prepare(folder, version) {
  if (run('git', ['status', '--porcelain'], folder) !== '')
    throw new Error('There are uncommitted changes. Commit them first.')
  if (run('git', ['tag', '--list', `v${version}`], folder) !== '') throw new Error(`v${version} already exists.`)
  setVersion(folder, version, new Date().toISOString().slice(0, 10))
  run('git', ['commit', '--all', '--quiet', '--message', `chore(release): ${version}`], folder)
  run('git', ['tag', `v${version}`], folder)
}

function rehearse(version) {
  const work = mkdtempSync(join(tmpdir(), 'convene-dry-run-'))
  const clone = join(work, 'convene')
  try {
    run('git', ['clone', '--quiet', '--no-tags', root, clone])
    run('git', ['config', 'user.name', 'Dry run'], clone)
    run('git', ['config', 'user.email', 'dry-run@localhost'], clone)
    prepare(clone, version)
    console.log('Installing…')
    run('npm', ['ci', '--no-audit', '--no-fund'], clone)
    console.log('Building…')
    const node = join(clone, 'node_modules/.bin/node')
    run(node, ['scripts/release/build.mjs', join(work, 'release')], clone)
    run(node, ['scripts/release/sign.mjs', '--throw-away', join(work, 'release')], clone)
    const into = join(root, 'dist/release')
    rmSync(into, { recursive: true, force: true })
    cpSync(join(work, 'release'), into, { recursive: true })
    for (const name of readdirSync(into)) console.log(`${mebibytes(join(into, name))}  ${name}`)
    console.log(`\nSigned with a key that is thrown away, and checked. Nothing was published. See ${into}`)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function mebibytes(file) {
  return `${(statSync(file).size / 2 ** 20).toFixed(2)} MiB`.padStart(11)
}

function versionIn(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version
}

function run(program, words, cwd = root) {
  const { status, stdout, stderr, error } = spawnSync(program, words, { cwd, encoding: 'utf8', env: withoutKey() })
  if (status !== 0) throw new Error(`${program} ${words.join(' ')} failed:\n${stderr || stdout || error?.message}`)
  return stdout.trim()
}

/** A dry run never signs with the real key. */
function withoutKey() {
  const { CONVENE_RELEASE_KEY: _, ...rest } = process.env
  return rest
}
