import type { Acting } from './acting.ts'
import { programWords } from './programs.ts'

const WORKTREE = programWords('checkout restore reset revert stash merge rebase cherry-pick am pull clean switch apply')
/** What is left of them without a change to files. */
const STILL: ReadonlyMap<string, (rest: readonly string[]) => boolean> = new Map([
  ['stash', (rest) => ['list', 'show', 'drop', 'clear', 'create', 'store'].includes(rest[0] ?? '')],
  ['checkout', (rest) => (rest[0] === '-b' || rest[0] === '-B') && rest.length === 2],
  ['switch', (rest) => (rest[0] === '-c' || rest[0] === '-C') && rest.length === 2],
  ['reset', (rest) => !rest.some((word) => ['--hard', '--merge', '--keep'].includes(word))],
  ['restore', (rest) => (rest.includes('--staged') || rest.includes('-S')) && !rest.includes('--worktree')],
  ['apply', (rest) => rest.some((word) => ['--check', '--stat', '--numstat', '--summary'].includes(word))],
  ['clean', (rest) => rest.some((word) => word === '--dry-run' || /^-[a-z]*n/u.test(word))],
])

/** Whether a program changes files of the work tree, whichever they are. */
export function changesTree({ words, kind }: Acting): boolean {
  if (kind !== 'moves') return false
  const [program = '', command = '', ...rest] = words
  if (program === 'patch') return !words.includes('--dry-run')
  return program === 'git' && WORKTREE.has(command) && STILL.get(command)?.(rest) !== true
}

const SHOWING = programWords('diff show log blame grep')
const UPDATING = /^(?:-u|--update\S*|--snapshot-update|--fix\S*|--write|-w|-a|-A|--in-place|-i|--apply\S*)$/u
const FORMATTERS = programWords(
  'prettier black isort gofmt ruff biome rubocop clang-format pre-commit swiftlint ktlint',
)

/** Whether a program may have written, removed or shown files that its line does not name. */
export function isBroad(part: Acting): boolean {
  const { words, kind } = part
  const [program = '', ...rest] = words
  if (changesTree(part) || kind === 'build' || kind === 'types' || kind === 'commit') return true
  if (kind === 'lint')
    return FORMATTERS.has(program) || rest.some((word) => UPDATING.test(word)) || program !== 'eslint'
  if (kind === 'tests') return rest.some((word) => UPDATING.test(word))
  if (program === 'git') return SHOWING.has(rest[0] ?? '') || rest[0] === 'rm' || rest[0] === 'mv'
  if (program === 'xargs' || program === 'find' || program === 'fd' || program === 'rsync') return true
  return (kind === 'moves' || kind === 'reads') && rest.some(isMany)
}

/** A folder, a glob, braces or a variable stand for more than one name. */
const isMany = (word: string): boolean =>
  /[*?{}[\]$]/u.test(word) || (word.startsWith('-') ? /^-[a-zA-Z]*[rRa]/u.test(word) : !/\.\w+$/u.test(word))
