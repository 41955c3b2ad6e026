// A mode is known by its name in its own folder only. Elsewhere, a comparison with a name is a rule that the next mode
// misses, and its data is nobody else's business: ask for its traits (`traitsOf`, `run.traits`) or for what it shows
// (`viewOf`). Naming a mode to start, in a table or a file, is fine.
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = process.argv[2] ?? fileURLToPath(new URL('../..', import.meta.url))
const home = 'packages/domain/src/modes'
const names = existsSync(join(root, home))
  ? readdirSync(join(root, home), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []))
  : []
const name = `(['"\`])(?:${names.join('|')})\\1`
const mode = String.raw`\b[mM]ode\b[)\]]*(?:\s*\?\?\s*'')?\)*`

const rules = [
  {
    what: 'compares a mode with a name',
    pattern: new RegExp(
      `${mode}\\s*[!=]==?\\s*${name}|${name.replace('\\1', '\\2')}\\s*[!=]==?\\s*[\\w.?]*[mM]ode\\b`,
      'u',
    ),
  },
  {
    what: 'looks a mode up in a list of names',
    pattern: new RegExp(`\\[\\s*${name}[^\\]]*\\]\\s*\\.(?:includes|indexOf|some)\\([^)]*[mM]ode`, 'u'),
  },
  { what: 'switches on the name of a mode', pattern: /\bswitch \([\w.?]*\b[mM]ode\)/u },
  {
    what: "reads a mode's data",
    pattern: /\brun\??!?\.data\b|\bdata\b[^(){}]*\}: Run\b|[^.\w]data as unknown as /u,
    // The kernel hands the data to the mode, unread.
    isExempt: (file) => /^packages\/domain\/src\/(?:session|task)\//u.test(file),
  },
]

const isChecked = (file) =>
  !file.startsWith(`${home}/`) && !file.startsWith('packages/testkit/') && !/\.(?:test|fixture)\.tsx?$/u.test(file)
const files = globSync('{packages,apps}/*/src/**/*.{ts,tsx}', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter(isChecked)

const problems = files.flatMap((file) =>
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .flatMap((line, index) =>
      rules
        .filter(({ pattern, isExempt }) => !isExempt?.(file) && pattern.test(line))
        .map(({ what }) => `${file}:${index + 1}: ${what}`),
    ),
)
for (const problem of problems) console.log(problem)
console.log(`${files.length} files, ${names.length} modes, ${problems.length} problems`)
process.exitCode = names.length === 0 || problems.length > 0 ? 1 : 0
