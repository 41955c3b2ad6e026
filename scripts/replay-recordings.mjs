// Replays recorded exchanges with real providers through the model adapters, and counts by dialect which of them pass.
// The recordings are not part of this repository: one file per dialect, one JSON object per line.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const [folder] = process.argv.slice(2)
if (!folder) {
  process.stderr.write('Name the folder with the recordings: npm run replay:recordings -- FOLDER\n')
  process.exit(2)
}

const scratch = mkdtempSync(join(tmpdir(), 'convene-replay-'))
const report = join(scratch, 'report.json')
spawnSync('vitest', ['run', 'tests/recordings', '--reporter=json', `--outputFile=${report}`], {
  env: { ...process.env, CONVENE_RECORDINGS: resolve(folder) },
  stdio: ['ignore', 'ignore', 'inherit'],
})
const tests = JSON.parse(readFileSync(report, 'utf8')).testResults.flatMap((file) => file.assertionResults)
rmSync(scratch, { recursive: true })

const replayed = tests.filter((test) => test.ancestorTitles[0].startsWith('recorded') && test.title.includes(': '))
const dialects = Map.groupBy(replayed, (test) => test.title.slice(0, test.title.indexOf(': ')))
const failed = replayed.filter((test) => test.status !== 'passed')
const line = (name, all) => `${name.padEnd(20)} ${all.filter((one) => !failed.includes(one)).length} of ${all.length}`
const lines = [...[...dialects].map(([name, all]) => line(name, all)), line('all', replayed)]
for (const test of failed) lines.push('', test.title, ...test.failureMessages.map((message) => message.split('\n')[0]))
process.stdout.write(`${lines.join('\n')}\n`)
process.exitCode = failed.length > 0 || replayed.length === 0 ? 1 : 0
