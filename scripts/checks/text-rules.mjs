// Text rules that no other tool checks, for all files that are or would be committed.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname } from 'node:path'

const code = /\.(ts|tsx|mjs)$/
const test = /\.test\.tsx?$/
const rules = [
  { files: code, text: /^export (type )?\*/m, why: 'list exports by hand: no `export *`' },
  { files: code, text: /\bvi\.(do)?mock\(/, why: 'no `vi.mock`: if a test needs it, a port is missing' },
  {
    // The launcher picks the Node that everything else needs.
    files: /^(packages\/(?!platform\/)|apps\/(?!cli\/bin\/)).*(?<!\.test|\.fixture)\.(ts|tsx|mjs)$/,
    text: /\bprocess\s*(\?\.|\.|\[\s*['"`])\s*platform\b|\bos\.platform\(|\{[^{}]*\bplatform\b[^{}]*\}\s*(=\s*process\b|from 'node:(os|process)')/,
    why: 'what differs between systems is in packages/platform: use `ownSystem`',
  },
  {
    // The two exceptions ask the program's own checkout.
    files:
      /^(packages\/(?!platform\/src\/git\/|testkit\/)|apps\/(?!cli\/src\/(version|update\/update)\.ts$))(?!.*\.(test|fixture)\.).*\.(ts|tsx|mjs)$/,
    text: /^(?=[\s\S]*(?:node:child_process|\bguardedChild\b))[\s\S]*?['"`]git['"`]/,
    why: 'a repository can name programs for git to start: use `askGit` or `runGit` of packages/platform',
  },
  {
    files: test,
    text: /\btest(\.\w+)*\(\s*['"`][^'"`\n]*\bshould\b/,
    why: 'a title is a sentence that can be false: no `should`',
  },
  {
    files: test,
    text: /\btimeout: \d{1,3}_000\b|\}, \d{2,3}_000\)$/m,
    why: 'a busy machine is slow, not wrong: leave the time limit to tests/process/patience.ts',
  },
  {
    files: test,
    text: /\bvi\.wait(For|Until)\(/,
    why: 'it gives up after a second, and does not say what it saw: use `expect.poll`',
  },
  {
    files: /\.test\.tsx?$|^vitest\.config/,
    text: /\bretry: ?\d|--retry\b/,
    why: 'a test that is retried hides its failures: the runner repeats one in a new process and says so',
  },
  { files: test, text: /\bit(\.\w+)*\(\s*['"`]/, why: 'use `test`, not `it`' },
  {
    files: /(^|\/)(utils|types|services|managers|helpers)\//,
    text: /^/,
    why: 'name a folder after a concept, not a category',
  },
  { files: /./, text: machinePaths(), why: 'contains a path on this machine' },
]

const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => file && !file.startsWith('scripts/checks/'))
const problems = files.flatMap((file) => problemsOf(file))

for (const problem of problems) console.log(problem)
console.log(`${files.length} files, ${problems.length} problems`)
process.exitCode = problems.length > 0 || files.length === 0 ? 1 : 0

function problemsOf(file) {
  const text = readText(file)
  return rules
    .filter((rule) => rule.files.test(file))
    .flatMap(({ text: pattern, why }) => {
      const found = pattern.exec(text)
      return found ? [`${file}:${text.slice(0, found.index).split('\n').length}: ${why}`] : []
    })
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** This checkout's folder, its parent and the home folder, unless they are generic. */
function machinePaths() {
  const telling = [process.cwd(), dirname(process.cwd()), homedir()].filter(
    (path) => path.length > 1 && ![tmpdir(), '/root'].includes(path),
  )
  const escaped = telling.map((path) => path.replace(/[^\w/]/g, '\\$&'))
  return new RegExp(
    [...escaped.map((path) => `(?<![\\w.-])${path}/`), '/(home|Users)/(?!ada/|you/)[a-z]\\w*/'].join('|'),
  )
}
