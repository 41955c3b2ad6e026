// The main step of the action: gives the change to the team, and writes what it found where the workflow finds it.
import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'

const { env } = process
const base = env.GITHUB_BASE_REF ? `origin/${env.GITHUB_BASE_REF}` : 'HEAD~1'
const folder = join(env.RUNNER_TEMP, 'convene-review')
const file = (name) => join(folder, name)
/** What belongs to the workflow. Keys of providers have other names, and stay. */
const OF_WORKFLOW = /^(?:GH_|ACTIONS_|INPUT_|NPM_TOKEN$|NODE_AUTH_TOKEN$|GITHUB_(?!ACTIONS$))/iu

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
refuseKeptToken()
writeFileSync(file('change.diff'), ofReadableSize(changeUnderReview()))
const failOn = env.INPUT_FAIL_ON === 'none' ? [] : ['--fail-on', env.INPUT_FAIL_ON]
const mode = env.INPUT_MODE ? ['--mode', env.INPUT_MODE] : []
const outputs = ['review.md', 'review.sarif', 'review.json'].flatMap((name) => ['--output', file(name)])
const { status } = convene([
  ...['run', env.INPUT_GOAL, '--team', teamFromBase(env.INPUT_TEAM), ...mode, '--model', env.INPUT_MODEL, '--yes'],
  ...['--max-cost', env.INPUT_MAX_COST, '--attach', file('change.diff'), ...outputs, '--format', 'github', ...failOn],
])
report()
process.exitCode = status ?? 1

/** The diff of the pull request, or of the last commit. */
function changeUnderReview() {
  // As text: attributes that are part of the change could hide it otherwise (`*.ts -diff`).
  const words = ['diff', '--text', '--no-ext-diff', '--no-textconv', `${base}...HEAD`, '--', '.', ...excluded()]
  const { status: code, stdout, stderr } = spawnSync('git', words, { encoding: 'utf8', maxBuffer: 2 ** 28 })
  if (code === 0)
    return stdout
      .split(/^(?=diff --git )/mu)
      .map(withoutBytes)
      .join('')
  process.stderr.write(`The change could not be read: ${stderr.trim()}\nUse actions/checkout with fetch-depth: 0.\n`)
  process.exit(2)
}

/** A team file as it was before the change, which could otherwise choose its own reviewers. A name is a team of Convene. */
function teamFromBase(team) {
  if (!isAbsolute(team) && !/[\\/]|\.json$/iu.test(team)) return team
  const found = isAbsolute(team)
    ? undefined
    : spawnSync('git', ['cat-file', 'blob', `${base}:./${team}`], { maxBuffer: 2 ** 24 })
  if (found?.status === 0) {
    writeFileSync(file('team.json'), found.stdout)
    return file('team.json')
  }
  const why = found ? `is not on the base branch (${base}). Merge it there first.` : 'must be inside the repository.'
  process.stderr.write(`The team ${team} ${why}\n`)
  process.exit(2)
}

/** The workflow's own choice. Git reads each as a pattern, whatever is in it. */
function excluded() {
  const patterns = (env.INPUT_EXCLUDE ?? '').split('\n').map((line) => line.trim())
  return patterns.filter(Boolean).map((pattern) => `:(top,exclude,glob)${pattern}`)
}

/** Convene attaches at most 256 KB. A part would be reviewed as if it were the whole. */
function ofReadableSize(change) {
  const size = Buffer.byteLength(change)
  if (size <= 256 * 1024) return change
  const parts = change.split(/^(?=diff --git )/mu).sort((one, other) => other.length - one.length)
  const largest = parts
    .slice(0, 5)
    .map((part) => `  ${Math.ceil(part.length / 1024)} KB  ${part.split('\n')[0].slice(11)}\n`)
  process.stderr.write(
    `The change has ${Math.ceil(size / 1024)} KB, and a review reads at most 256 KB. Split it, or leave out generated files with the input exclude. The largest:\n${largest.join('')}`,
  )
  process.exit(2)
}

/** A binary file is named, and its bytes are left out. A single NUL in a source file must not hide it. */
function withoutBytes(part) {
  const strange = part.match(/[\0\ufffd]/gu)?.length ?? 0
  return strange > part.length / 20 ? `${part.split('\n')[0]}\n(a binary file)\n` : part.replaceAll('\0', '')
}

/** `actions/checkout` stores the token of the workflow beside the code, where agents can read it. */
function refuseKeptToken() {
  const { stdout } = spawnSync('git', ['config', '--get-regexp', String.raw`^http\..*\.extraheader$`], {
    encoding: 'utf8',
  })
  if (!stdout) return
  process.stderr.write(
    'The checkout keeps the token of the workflow. Use actions/checkout with persist-credentials: false.\n',
  )
  process.exit(2)
}

/** Runs Convene without the tokens of the workflow: whatever an agent is talked into, it has none to give away. */
function convene(words, stdout = 'inherit') {
  const safe = Object.fromEntries(Object.entries(env).filter(([name]) => !OF_WORKFLOW.test(name)))
  const stdio = ['ignore', stdout, 'inherit']
  return spawnSync('convene', words, { stdio, env: { ...safe, CONVENE_HOME: file('.home') }, maxBuffer: 2 ** 28 })
}

function report() {
  if (!existsSync(file('review.json'))) return
  appendFileSync(env.GITHUB_STEP_SUMMARY, `## Review by Convene\n\n${readFileSync(file('review.md'), 'utf8')}`)
  const { session, state, totals } = JSON.parse(readFileSync(file('review.json'), 'utf8'))
  writeFileSync(
    file('replay.html'),
    convene(['sessions', 'export', session, '--format', 'html', '--redact'], 'pipe').stdout,
  )
  const values = { session, state, cost: totals?.costUsd ?? '', answer: file('review.md'), sarif: file('review.sarif') }
  const lines = Object.entries({ ...values, replay: file('replay.html'), folder }).map(
    ([name, value]) => `${name}=${value}\n`,
  )
  appendFileSync(env.GITHUB_OUTPUT, lines.join(''))
}
