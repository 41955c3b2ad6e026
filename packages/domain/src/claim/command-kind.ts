import type { RunKind } from './deed.ts'
import { argumentsOf, isOnlyAsking } from './program-arguments.ts'
import {
  BUILDERS,
  FETCHERS,
  LINTERS,
  MOVERS,
  PRINTERS,
  READERS,
  SCRIPT_RUNNERS,
  type ScriptRunner,
  SHELLS,
  SUBCOMMANDS,
  TARGETS,
  TEST_RUNNERS,
  TYPE_CHECKERS,
} from './programs.ts'
import { scriptKind } from './script-name.ts'

/**
 * What a program does. `prints`: it shows text and proves nothing. `shell`: it runs another line. `opaque`: anything.
 */
export type CommandKind = RunKind | 'prints' | 'reads' | 'moves' | 'shell' | 'opaque'

/** What a program with its arguments does. Whatever is not known word for word is opaque. */
export function commandKindOf(words: readonly string[]): CommandKind {
  const [first = '', ...rest] = words
  const program = programName(first)
  if (program === '') return 'prints'
  if (SHELLS.has(program)) return 'shell'
  if (program === 'git') return gitKind(rest)
  if (rest.length === 1 && ASKS.has(rest[0] ?? '') && !VERBOSE.has(`${program} ${rest[0]}`)) return 'prints'
  const kind = runKind(program, rest)
  if (kind !== undefined) return kind !== 'opaque' && isOnlyAsking(program, rest) ? 'prints' : kind
  if (READERS.has(program)) return 'reads'
  if (MOVERS.has(program)) return 'moves'
  return PRINTERS.has(program) ? 'prints' : 'opaque'
}

const ASKS: ReadonlySet<string> = new Set(['--version', '-v', '-V', '--help', 'help'])
/** Programs that say more with this option, not their version. */
const VERBOSE: ReadonlySet<string> = new Set([
  ...['pytest -v', 'py.test -v', 'unittest -v', 'nose2 -v', 'nosetests -v', 'prove -v', 'tox -v', 'nox -v'],
  ...['behave -v', 'ctest -V', 'bats -v', 'gotestsum -v'],
])

/** What a program runs that people make claims about. Undefined if it is none of those. */
function runKind(program: string, rest: readonly string[]): CommandKind | undefined {
  const scripts = SCRIPT_RUNNERS.get(program)
  if (scripts) return managedKind(program, scripts, rest)
  const commands = SUBCOMMANDS.get(program)
  if (commands) return commandKind(program, commands, rest)
  if (TARGETS.has(program)) return targetKind(program, rest)
  if (TEST_RUNNERS.has(program)) return testKind(program, rest)
  if (TYPE_CHECKERS.has(program)) return 'types'
  if (LINTERS.has(program)) return 'lint'
  if (BUILDERS.has(program)) return 'build'
  if (FETCHERS.has(program)) return 'fetch'
  return interpretedKind(program, rest)
}

/** `npm test`, `yarn lint`, `pnpm run build`. */
function managedKind(program: string, own: ScriptRunner, rest: readonly string[]): CommandKind {
  const { names, isClear } = argumentsOf(program, rest)
  const [command = '', script = ''] = names
  if (!isClear) return 'opaque'
  if (own.tests.has(command)) return 'tests'
  if (own.prints.has(command)) return 'prints'
  if (own.runs.has(command)) return script === '' ? 'prints' : (scriptKind(script) ?? 'opaque')
  return own.isShort && !own.commands.has(command) ? (scriptKind(command) ?? 'opaque') : 'opaque'
}

/** `cargo test`, `deno task test`, `cargo nextest run`. */
function commandKind(program: string, commands: ReadonlyMap<string, RunKind>, rest: readonly string[]): CommandKind {
  const [command = '', next = ''] = argumentsOf(program, rest).names
  if (command === 'task') return scriptKind(next) ?? 'opaque'
  if (command === 'nextest' && next !== 'run') return 'opaque'
  return commands.get(command) ?? 'opaque'
}

/** `make lint test`: every target must be known. Tests count most. */
function targetKind(program: string, rest: readonly string[]): CommandKind {
  const { names, isClear } = argumentsOf(program, rest)
  if (isOnlyAsking(program, rest)) return 'prints'
  if (!isClear) return 'opaque'
  if (names.length === 0) return program === 'make' || program === 'ninja' ? 'build' : 'opaque'
  const kinds = names.map((name) => (name === 'check' ? 'tests' : scriptKind(name.replace(/^:+/u, ''))))
  const order = ['tests', 'build', 'types', 'lint'] as const
  return kinds.includes(undefined) ? 'opaque' : (order.find((kind) => kinds.includes(kind)) ?? 'opaque')
}

/** Runners that have commands beside running tests. */
const RUNS_TESTS: ReadonlyMap<string, string> = new Map([
  ['playwright', 'test'],
  ['cypress', 'run'],
  ['lein', 'test'],
])
const NO_RUN: ReadonlySet<string> = new Set(['list', 'init', 'bench', 'install', 'codegen', 'open', 'show-report'])

function testKind(program: string, rest: readonly string[]): CommandKind {
  const [command = ''] = argumentsOf(program, rest).names
  const known = RUNS_TESTS.get(program)
  if (known !== undefined) return known === command ? 'tests' : 'opaque'
  return NO_RUN.has(command) ? 'prints' : 'tests'
}

/** `node --test`, `python -m pytest`, `node test/a.test.js`, `./run-tests.sh`. */
function interpretedKind(program: string, rest: readonly string[]): CommandKind | undefined {
  if (/^(?:node|tsx|ts-node|bun|deno)$/u.test(program) && rest.includes('--test')) return 'tests'
  const isInterpreter = /^(?:node|tsx|ts-node|python[\d.]*|ruby|perl|php|lua|Rscript)$/u.test(program)
  if (isInterpreter && ['-e', '-c', '-p', '-m', '--eval', '--print'].some((flag) => rest.includes(flag)))
    return 'opaque'
  const { names } = argumentsOf(program, rest)
  if (['manage.py', 'artisan'].includes(names[0] ?? '') && names[1] === 'test') return 'tests'
  const script = isInterpreter ? names[0] : program.includes('/') ? program : undefined
  if (script !== undefined && isTestFile(script)) return 'tests'
  return isInterpreter ? 'opaque' : undefined
}

const TEST_NAMES: ReadonlySet<string> = new Set(['test', 'tests', 'spec', 'specs'])

/** `a.test.js`, `test_a.py`, `run-tests.sh`: one of the words of its name is `test`. */
export function isTestFile(path: string): boolean {
  const [name = ''] = path.split('/').slice(-1)
  return name.length <= 100 && name.split(/[._-]/u).some((word) => TEST_NAMES.has(word))
}

function gitKind(rest: readonly string[]): CommandKind {
  const { names } = argumentsOf('git', rest)
  const [command = ''] = names
  if (command === 'commit' || command === 'push') return isOnlyAsking('git', rest) ? 'prints' : command
  return GIT_MOVES.has(command) ? 'moves' : 'prints'
}

const GIT_MOVES: ReadonlySet<string> = new Set(
  'mv rm apply checkout restore reset revert stash merge rebase cherry-pick am pull clean switch'.split(' '),
)

/** `node_modules/.bin/vitest` and `/usr/bin/env` by their last name. A script of one's own keeps its path. */
export function programName(program: string): string {
  const parts = program.split('/')
  const isInstalled = ['.bin', 'bin', 'Scripts'].includes(parts.at(-2) ?? '')
  if (parts.length === 2 && parts[0] === '.') return WRAPPED.has(parts[1] ?? '') ? (parts[1] ?? '') : program
  return isInstalled ? (parts.at(-1) ?? program) : program
}

/** Build tools that projects carry with them. */
const WRAPPED: ReadonlySet<string> = new Set(['gradlew', 'mvnw'])
