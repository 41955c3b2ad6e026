// The main step of the action: gives the change to the team, and writes what it found where the workflow finds it.
import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { changeUnderReview } from './change.mjs'

const { env } = process
const base = env.GITHUB_BASE_REF ? `origin/${env.GITHUB_BASE_REF}` : 'HEAD~1'
const folder = join(env.RUNNER_TEMP, 'convene-review')
const file = (name) => join(folder, name)
/** What belongs to the workflow. Keys of providers have other names, and stay. */
const OF_WORKFLOW = /^(?:GH_|ACTIONS_|INPUT_|NPM_TOKEN$|NODE_AUTH_TOKEN$|GITHUB_(?!ACTIONS$))/iu
/** A change with thousands of pictures must not bury the findings. */
const MOST_NAMED = 20

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
refuseKeptToken()
const { text, unread } = changeUnderReview(base, env.INPUT_EXCLUDE)
writeFileSync(file('change.diff'), text)
const failOn = env.INPUT_FAIL_ON === 'none' ? [] : ['--fail-on', env.INPUT_FAIL_ON]
const mode = env.INPUT_MODE ? ['--mode', env.INPUT_MODE] : []
const outputs = ['review.md', 'review.sarif', 'review.json'].flatMap((name) => ['--output', file(name)])
const { status } = convene([
  ...['run', env.INPUT_GOAL, '--team', teamFromBase(env.INPUT_TEAM), ...mode, '--model', env.INPUT_MODEL, '--yes'],
  ...['--max-cost', env.INPUT_MAX_COST, '--attach', file('change.diff'), ...outputs, '--format', 'github', ...failOn],
])
for (const name of unread.slice(0, MOST_NAMED)) process.stderr.write(`Not read: ${name}\n`)
report()
process.exitCode = status ?? 1

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
  return spawnSync('convene', words, {
    stdio,
    env: { ...safe, CONVENE_HOME: file('.home'), CONVENE_ACTION: '1' },
    maxBuffer: 2 ** 28,
  })
}

/** What nobody has reviewed, for the people who merge: silence would pass for approval. */
function notRead() {
  if (unread.length === 0) return ''
  const names = unread.slice(0, MOST_NAMED).map((name) => `- \`${name.replaceAll('`', "'")}\`\n`)
  const more = unread.length > MOST_NAMED ? `- and ${unread.length - MOST_NAMED} more\n` : ''
  return `\n\n**Not read**, because it is binary or not UTF-8:\n\n${names.join('')}${more}`
}

/** What was decided, and what is missing: findings of half a team must not pass for those of all of it. */
function endText({ state, reason, lacks, decision }) {
  const missing = lacks ? `${lacks.done} of ${lacks.of} ${lacks.what}` : reason
  return [
    ...(state === 'completed' ? [] : [`**Incomplete: ${missing}.**\n\n`]),
    ...(decision?.option ? [`**Decision:** \`${decision.option.replaceAll(/[`\s]+/gu, ' ')}\`\n\n`] : []),
  ].join('')
}

function report() {
  if (!existsSync(file('review.json'))) return
  const ended = JSON.parse(readFileSync(file('review.json'), 'utf8'))
  writeFileSync(file('review.md'), `${endText(ended)}${readFileSync(file('review.md'), 'utf8')}${notRead()}`)
  appendFileSync(env.GITHUB_STEP_SUMMARY, `## Review by Convene\n\n${readFileSync(file('review.md'), 'utf8')}`)
  const { session, state, totals } = ended
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
