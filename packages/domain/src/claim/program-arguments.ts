import { programWords } from './programs.ts'

/** The arguments of a program without its options. */
export type Arguments = {
  readonly names: readonly string[]
  /** Everything before the first name is known: no word can be the value of an unknown option. */
  readonly isClear: boolean
}

/** Options with a value in the next word. Those of other programs are not read. */
const TAKES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    npm: programWords('--prefix -C --workspace -w --loglevel'),
    pnpm: programWords('--dir -C --filter -F --reporter --workspace-concurrency --loglevel'),
    yarn: programWords('--cwd'),
    bun: programWords('--cwd --filter'),
    make: programWords('-C --directory -j --jobs -l'),
    gmake: programWords('-C --directory -j --jobs -l'),
    ninja: programWords('-C -j'),
    gradle: programWords('-p --project-dir --max-workers'),
    gradlew: programWords('-p --project-dir --max-workers'),
    git: programWords('-C -c --git-dir --work-tree'),
    cargo: programWords('--manifest-path'),
    node: programWords('-r --require --import --loader --env-file'),
    python: programWords('-W -X'),
    python3: programWords('-W -X'),
  }),
)
/** Options without a value. */
const ALONE = programWords(
  `-s --silent -q --quiet -r --recursive -ws --workspaces --include-workspace-root --verbose -k -B --always-make
  --no-print-directory --offline --no-daemon --info --stacktrace --console=plain --color --no-color --foreground-scripts
  --aggregate-output --parallel --stream --bail --continue -i -W --keep-going`,
)

/** Reads options word by word. After `--` there is only what another program is given. */
export function argumentsOf(program: string, rest: readonly string[]): Arguments {
  const takes = TAKES.get(program) ?? NONE
  const names: string[] = []
  let isClear = true
  for (let index = 0; index < rest.length; index += 1) {
    const word = rest[index] ?? ''
    if (word === '--') break
    if (!word.startsWith('-') || word === '-') names.push(word)
    else if (takes.has(word)) index += 1
    else if (names.length === 0 && !ALONE.has(word) && !isJobs(word) && !isValue(word, takes)) isClear = false
  }
  return { names, isClear }
}

const NONE: ReadonlySet<string> = new Set()
const isJobs = (word: string): boolean => /^-j\d{1,3}$/u.test(word)
const isValue = (word: string, takes: ReadonlySet<string>): boolean =>
  word.includes('=') && takes.has(word.slice(0, word.indexOf('=')))

const ASKING = programWords(
  `--help -h --version --listTests --list --list-tests --collect-only --co --dry-run --setup-only --showConfig
  --print-config --init`,
)
const MAKE_ASKING = programWords('-n --just-print --recon --dry-run -q --question -t --touch -p --print-data-base')

/** Whether a program is only asked what it would do. */
export function isOnlyAsking(program: string, rest: readonly string[]): boolean {
  if (program === 'curl' || program === 'wget') return false
  const end = rest.indexOf('--')
  const own = end < 0 ? rest : rest.slice(0, end)
  const isMake = /^g?make$|^ninja$|^just$/u.test(program)
  return own.some((word) => ASKING.has(word) || (isMake && MAKE_ASKING.has(word)))
}
