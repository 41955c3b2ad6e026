import { programWords } from './programs.ts'

/** A program that only runs another one. */
type Wrapper = {
  /** Options without a value. */
  readonly alone?: ReadonlySet<string>
  /** Options with a value in the next word. */
  readonly takes?: ReadonlySet<string>
  /** Words before the other program: `60` in `timeout 60`. */
  readonly drops?: number
  /** Variables may come before the other program. */
  readonly sets?: boolean
}

/** What surrounds programs in a longer line. */
export const KEYWORDS = programWords('if then else elif do while until ! { } fi done')
export const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/u
const plain: Wrapper = {}
const yes: Wrapper = { alone: programWords('-y --yes --no --no-install -q --quiet --bun') }

const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map([
  ['time', { alone: programWords('-p -v'), takes: programWords('-f -o') }],
  ['command', plain],
  ['exec', plain],
  ['builtin', plain],
  ['nohup', plain],
  ['unbuffer', plain],
  ['caffeinate', { alone: programWords('-i -s -d') }],
  ['winpty', plain],
  ['chronic', plain],
  ['sudo', { alone: programWords('-E -n -H'), takes: programWords('-u -g') }],
  ['stdbuf', { alone: programWords('-oL -eL -o0 -e0 -i0'), takes: programWords('-o -e -i') }],
  ['nice', { takes: programWords('-n --adjustment') }],
  ['ionice', { takes: programWords('-c -n') }],
  ['setsid', { alone: programWords('-w --wait') }],
  ['xvfb-run', { alone: programWords('-a --auto-servernum'), takes: programWords('-s -n --server-args') }],
  ['dotenv', { alone: programWords('--'), takes: programWords('-e') }],
  ['env-cmd', { takes: programWords('-f') }],
  ['cross-env', { sets: true }],
  ['env', { alone: programWords('-i'), takes: programWords('-u'), sets: true }],
  ['timeout', { alone: programWords('--foreground --preserve-status -v'), takes: programWords('-s -k'), drops: 1 }],
  ['gtimeout', { alone: programWords('--foreground --preserve-status -v'), takes: programWords('-s -k'), drops: 1 }],
  ['npx', yes],
  ['bunx', yes],
  ['pnpx', yes],
  ['uvx', { alone: programWords('-q') }],
])

/** Programs whose command runs another one: `poetry run pytest`. */
const RUN_NEXT: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...['pnpm', 'yarn'].map((name) => [name, programWords('exec dlx')] as const),
  ['npm', programWords('exec x')],
  ['bun', programWords('x')],
  ['pipx', programWords('run')],
  ...['poetry', 'uv', 'pipenv', 'pdm', 'hatch', 'rye', 'pixi'].map((name) => [name, programWords('run')] as const),
  ...['mise', 'rtx', 'asdf', 'direnv', 'bundle'].map((name) => [name, programWords('exec')] as const),
])

const MOST_LAYERS = 12

/** The program itself with its arguments, without what only surrounds it: `time`, `env A=1`, `timeout 60`, `npx`. */
export function bareWords(words: readonly string[]): readonly string[] {
  let rest = words
  for (let layer = 0; layer < MOST_LAYERS; layer += 1) {
    const inner = unwrapped(rest)
    if (inner === undefined || inner.length === 0) break
    rest = inner
  }
  return rest
}

/** Undefined: nothing that is known surrounds it. */
function unwrapped(words: readonly string[]): readonly string[] | undefined {
  const [first = '', second = '', third = ''] = words
  if (KEYWORDS.has(first) || ASSIGNMENT.test(first)) return words.slice(1)
  if (/^python[\d.]*$/u.test(first) && second === '-m') return words.slice(2)
  if (RUN_NEXT.get(first)?.has(second)) return third === '--' ? words.slice(3) : beyond(words.slice(2), yes)
  if (/^docker(?:-compose)?$/u.test(first)) return inContainer(words)
  const wrapper = WRAPPERS.get(first)
  return wrapper && beyond(words.slice(1), wrapper)
}

/** What comes after a wrapper's options. Undefined if one of them is unknown. */
function beyond(words: readonly string[], { alone, takes, drops = 0, sets }: Wrapper): readonly string[] | undefined {
  let at = 0
  for (; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (takes?.has(word)) at += 1
    else if (!alone?.has(word) && !(sets && ASSIGNMENT.test(word)) && !/^-\d{1,2}$/u.test(word)) break
  }
  const rest = words.slice(at)
  const isUnknown = rest[0]?.startsWith('-') === true && rest[0] !== '--'
  return isUnknown ? undefined : rest.slice((rest[0] === '--' ? 1 : 0) + drops)
}

/** `docker compose exec -T app npm test`. */
function inContainer(words: readonly string[]): readonly string[] | undefined {
  const rest = words[0] === 'docker' && words[1] === 'compose' ? words.slice(2) : words.slice(1)
  if (rest[0] !== 'exec' && !(rest[0] === 'run' && words[1] === 'compose')) return undefined
  const inside = beyond(rest.slice(1), { alone: programWords('-T -i -t -it -ti --rm'), takes: programWords('-e -u') })
  return inside?.slice(1)
}
