// Finds duplicated code with jscpd: six or more equal lines, ignoring comments and imports. Fails if there is more than
// the limits below allow.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Product code: the ask in an event and the ask in the protocol are two contracts that change at different times, and
 * `orchestrate` and `reflect` share two phases of their tables, which are easier to read side by side. Tests may repeat
 * a set-up if a shared one would hide what the test is about.
 */
const most = { product: 2, tests: 32 }

const root = fileURLToPath(new URL('../..', import.meta.url))
const jscpd = join(dirname(createRequire(import.meta.url).resolve('jscpd/package.json')), 'run-jscpd.js')
const isTest = ({ name }) => /\.(test|fixture)\.tsx?$|\/fixtures\/|(^|\/)(tests|bench|testkit)\//u.test(name)

const found = clonesIn()
const inTests = found.filter(({ firstFile, secondFile }) => isTest(firstFile) || isTest(secondFile))
const groups = { product: found.filter((clone) => !inTests.includes(clone)), tests: inTests }
let failed = found.length === 0
for (const [name, clones] of Object.entries(groups)) {
  console.log(`${name}: ${clones.length} clones, at most ${most[name]}`)
  if (clones.length <= most[name]) continue
  failed = true
  for (const { firstFile: one, secondFile: other, lines } of clones)
    console.log(`  ${one.name}:${one.start} and ${other.name}:${other.start}, ${lines} lines`)
}
process.exitCode = failed ? 1 : 0

function clonesIn() {
  const output = mkdtempSync(join(tmpdir(), 'convene-duplicates-'))
  const ignored = '**/dist/**,**/node_modules/**,tests/analysis/workspace/**'
  const options = ['--min-lines', '6', '--min-tokens', '50', '--mode', 'weak', '-f', 'typescript,tsx', '-i', ignored]
  const reports = ['--ignore-pattern', "import[^;']*'[^']*'", '-r', 'json', '-o', output]
  try {
    execFileSync(process.execPath, [jscpd, ...options, ...reports, '.'], { cwd: root, stdio: 'ignore' })
    return JSON.parse(readFileSync(join(output, 'jscpd-report.json'), 'utf8')).duplicates
  } finally {
    rmSync(output, { recursive: true, force: true })
  }
}
