// Signs a release folder with the key in CONVENE_RELEASE_KEY (PEM), and checks the result as a user would: `node
// scripts/release/sign.mjs folder`. With `--throw-away`, it signs with a throw-away key. It runs before anything is
// installed, and imports only Node modules: anything that could read the key could sign anything.
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { keyProblem, problemsOf, signSums } from './signed-sums.mjs'

const { values, positionals } = parseArgs({ options: { 'throw-away': { type: 'boolean' } }, allowPositionals: true })
const [folder] = positionals
const key = process.env.CONVENE_RELEASE_KEY
if (!folder || (!key && !values['throw-away'])) {
  console.error('Name the folder, and put the key into CONVENE_RELEASE_KEY. To try it, use --throw-away.')
  process.exit(2)
}
const problem = values['throw-away'] ? undefined : keyProblem(fileURLToPath(new URL('../..', import.meta.url)), key)
if (problem) {
  console.error(problem)
  process.exit(1)
}
signSums(folder, values['throw-away'] ? undefined : key)
for (const problem of problemsOf(folder)) {
  console.error(problem)
  process.exitCode = 1
}
