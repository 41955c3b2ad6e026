// Static checks, one line each, with details only for failures. `npm run check` runs all of them,
// `npm run check -- layers types` only those whose names match.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
/** What a check stores for its next run, to process only what has changed. Deleting the folder only costs time. */
const kept = '.cache/checks'
/** One thread each: several would check shared types several times over, and the checks already share the cores. */
const typesOf = (project, name) => [
  ...['node_modules/typescript-7/bin/tsc', '-p', project, '--singleThreaded'],
  ...['--incremental', '--tsBuildInfoFile', `${kept}/${name}.tsbuildinfo`],
]
/**
 * The compiler exits before it needs its memory back: garbage collection takes a fifth of its time, and saves a tenth
 * of its memory.
 */
const env = { ...process.env, GOGC: process.env.GOGC ?? 'off' }
const isNewEnough = Number.parseInt(process.versions.node, 10) >= 24
const program = isNewEnough ? process.execPath : `${root}/node_modules/.bin/node`

const all = [
  { name: 'types of everything', run: typesOf('.', 'everything') },
  { name: 'types of web', run: typesOf('apps/web', 'web') },
  { name: 'layers', run: ['scripts/checks/layers.mjs'] },
  { name: 'duplicates', run: ['scripts/checks/duplicates.mjs'] },
  { name: 'folder cycles', run: ['scripts/checks/folder-cycles.mjs'] },
  { name: 'folder lists', run: ['scripts/checks/folder-lists.mjs'] },
  { name: 'names in several files', run: ['scripts/checks/names-twice.mjs'] },
  { name: 'mode names', run: ['scripts/checks/mode-names.mjs'] },
  {
    name: 'unused code',
    run: [
      ...['node_modules/knip/bin/knip.js', '--no-progress', '--no-config-hints'],
      ...['--cache', '--cache-location', `${kept}/knip`],
    ],
  },
  {
    name: 'format and lint',
    run: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '--max-diagnostics=200', '.'],
  },
  { name: 'domain and engine types without a platform', run: typesOf('packages/engine', 'engine') },
  { name: 'generated documents', run: ['scripts/docs.mjs', '--check'] },
  { name: 'lock file', run: ['scripts/checks/lock-file.mjs'] },
  { name: 'text rules', run: ['scripts/checks/text-rules.mjs'] },
  { name: 'voice', run: ['scripts/checks/voice.mjs'] },
]

linkOwnPackages()
const words = process.argv.slice(2)
const chosen = all
  .filter(({ run }) => existsSync(`${root}/${run[0]}`))
  .filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
const results = await inParallel(chosen, availableParallelism())
const failed = results.filter(({ code }) => code !== 0)

const missing = failed.length > 0 ? notInstalled() : []

for (const { name, output } of failed) console.log(`\n--- ${name}\n\n${output.trim()}`)
if (missing.length > 0) console.log(`\nNot installed: ${missing.join(', ')}. Run npm ci.`)
if (chosen.length === 0) console.log(`No check matches. Available: ${all.map(({ name }) => name).join(', ')}`)
const passed = `${results.length - failed.length} of ${results.length} checks passed`
console.log(`\n${failed.length === 0 ? passed : `${passed}. Failed: ${failed.map(({ name }) => name).join(', ')}`}`)
process.exitCode = failed.length > 0 || chosen.length === 0 ? 1 : 0

/** A package that came with a pull is linked, so that it does not take a new installation. */
function linkOwnPackages() {
  for (const name of readdirSync(`${root}/packages`)) {
    const [folder, link] = [`${root}/packages/${name}`, `${root}/node_modules/@convene/${name}`]
    if (existsSync(`${folder}/package.json`) && !existsSync(link)) symlinkSync(folder, link, 'junction')
  }
}

/** Packages in the manifests that are not installed, which explains most type errors after a pull. */
function notInstalled() {
  const folders = ['packages', 'apps'].flatMap((kind) =>
    readdirSync(`${root}/${kind}`).map((name) => `${kind}/${name}`),
  )
  const wanted = ['.', ...folders].flatMap((folder) => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(`${root}/${folder}/package.json`, 'utf8'))
    return Object.keys({ ...dependencies, ...devDependencies }).map((name) => [folder, name])
  })
  const isThere = ([folder, name]) => ['.', folder].some((at) => existsSync(`${root}/${at}/node_modules/${name}`))
  return [...new Set(wanted.filter((each) => !isThere(each)).map(([, name]) => name))]
}

async function inParallel(checks, width) {
  const waiting = [...checks]
  const done = []
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) done.push(await perform(check))
  }
  await Promise.all(Array.from({ length: width }, worker))
  return done
}

async function perform({ name, run }) {
  const started = performance.now()
  const { code, output } = await node(run)
  const seconds = ((performance.now() - started) / 1_000).toFixed(1)
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${seconds.padStart(5)} s  ${name}`)
  return { name, code, output }
}

/**
 * Runs a script on this Node, or on the bundled one if this is too old. Returns standard output and error interleaved.
 */
function node(args) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const keep = (chunk) => {
      output += chunk
    }
    child.stdout.setEncoding('utf8').on('data', keep)
    child.stderr.setEncoding('utf8').on('data', keep)
    child.once('error', (error) => resolve({ code: 1, output: error.message }))
    child.once('close', (code, signal) =>
      resolve({ code: code ?? 1, output: signal ? `${output}\n${signal}` : output }),
    )
  })
}
