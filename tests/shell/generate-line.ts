/**
 * A line, and which of its commands only bash can know. The rule for those is to ask, because no rule could have denied
 * them.
 */
export type GeneratedLine = { readonly text: string; readonly unknowable: ReadonlySet<string> }

export type Random = () => number

/** Program names that no machine has, so a mistake here starts nothing. */
export const programs = ['zap', 'fine', 'query', 'tool'] as const

export const words = ['push', 'test', 'status', '-x', '--all', 'a b', '*.none', 'é'] as const

type State = { readonly random: Random; readonly unknowable: Set<string>; count: number }
type Make = (state: State, depth: number) => string

/** A line generated from a bash grammar. Every command in it carries a unique word (`t1`, `t2`, …). */
export function generateLine(random: Random): GeneratedLine {
  const state: State = { random, unknowable: new Set(), count: 0 }
  const text = list(state, 1 + Math.floor(random() * 2.3))
  return { text, unknowable: state.unknowable }
}

export function pick<T>(random: Random, choices: readonly T[]): T {
  return choices[Math.floor(random() * choices.length)] as T
}

const list: Make = (state, depth) => {
  const count = 1 + Math.floor(state.random() * 2)
  return Array.from({ length: count }, () => command(state, depth)).reduce(
    (left, right) =>
      `${left}${pick(state.random, ['; ', ' && ', ' || ', ' | ', ' & wait; ', '\n', ';', '|', ' |& ', ' ;\n'])}${right}`,
  )
}

const command: Make = (state, depth) =>
  depth <= 0
    ? simple(state)
    : pick(state.random, [leaf, ...compounds, ...expansions, ...wrappers, ...hiding])(state, depth - 1)

const leaf: Make = (state) => simple(state)

/** One command with its unique word. */
function simple(state: State, random = state.random): string {
  const name = spelled(random, pick(random, programs))
  const count = Math.floor(random() * 3)
  const args = Array.from({ length: count }, () => spelled(random, pick(random, words)))
  return [name, ...args, token(state)].join(' ')
}

const token = (state: State): string => `t${++state.count}`

/** The same word in one of the spellings that bash accepts. */
function spelled(random: Random, text: string): string {
  const ways: readonly ((word: string) => string)[] = [
    (word) => (/^[\w.-]+$/.test(word) ? word : single(word)),
    single,
    (word) => `"${word}"`,
    (word) => `${single(word[0] ?? '')}"${word.slice(1)}"`,
    (word) => (/^[a-z]/.test(word) && !word.includes(' ') ? `\\${word}` : single(word)),
    (word) =>
      `$'${[...word].map((letter) => (letter < '\x7f' ? `\\x${letter.charCodeAt(0).toString(16)}` : letter)).join('')}'`,
    (word) => (/^\w+$/.test(word) && word.length > 2 ? `${word.slice(0, 2)}\\\n${word.slice(2)}` : single(word)),
    (word) => (/^\w+$/.test(word) ? `${word}""` : single(word)),
  ]
  return random() < 0.5 ? (ways[0] as (word: string) => string)(text) : pick(random, ways)(text)
}

export const single = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
const ticked = (text: string): string => `\`${text.replace(/[\\`$]/g, '\\$&')}\``

const named = (state: State, write: (own: string) => string): string => write(`f${token(state)}`)

const compounds: readonly Make[] = [
  (state, depth) => `(${list(state, depth)}\n)`,
  (state, depth) => `{ ${list(state, depth)}\n}`,
  (state, depth) => `! ${command(state, depth)}`,
  (state, depth) => `time ${command(state, depth)}`,
  (state, depth) => `time -p ${command(state, depth)}`,
  (state, depth) => `if ${list(state, depth)}\nthen ${list(state, depth)}\nelse ${list(state, depth)}\nfi`,
  (state, depth) => `while ${list(state, depth)}\ndo ${list(state, depth)}\nbreak; done`,
  (state, depth) => `until ${list(state, depth)}\ndo ${list(state, depth)}\nbreak; done`,
  (state, depth) => `for i in 1 "2 3"; do ${list(state, depth)}\ndone`,
  (state, depth) => `for ((i=0;i<1;i++)); do ${list(state, depth)}\ndone`,
  (state, depth) => `case x in y) ${list(state, depth)}\n;; (z|x) ${list(state, depth)}\n;; esac`,
  (state, depth) =>
    `case "$(${list(state, depth)}\n)" in *) ${list(state, depth)}\n;& q) ${list(state, depth)}\n;; esac`,
  (state, depth) => `select i in 1; do ${list(state, depth)}\nbreak; done <<< 1`,
  // A unique name per function: two nested ones with the same name would call themselves forever.
  (state, depth) => named(state, (own) => `${own}() { ${list(state, depth)}\n}; ${own}`),
  (state, depth) => named(state, (own) => `function ${own} { ${list(state, depth)}\n}\n${own}`),
  (state, depth) => named(state, (own) => `${own}() ( ${list(state, depth)}\n); ${own}`),
  (state, depth) => named(state, (own) => `${own}() if ${list(state, depth)}\nthen ${list(state, depth)}\nfi\n${own}`),
  (state, depth) => `{ coproc { ${list(state, depth)}\n}; wait; }`,
  (state, depth) => `{ coproc NAME { ${list(state, depth)}\n}; wait; }`,
  (state) => `{ coproc ${simple(state)}; wait; }`,
  (state, depth) => `{ ${list(state, depth)}\n} > out.txt 2>&1`,
  (state, depth) => `${command(state, depth)} # ${simple(state)}`.concat('\n:'),
]

const expansions: readonly Make[] = [
  (state, depth) => `echo $(${list(state, depth)}\n)`,
  (state, depth) => `echo "x$(${list(state, depth)}\n)y"`,
  (state, depth) => `echo ${ticked(list(state, depth))}`,
  (state, depth) => `echo "${ticked(simple(state, () => 0.1))}"`.concat(depth < 0 ? ' ' : ''),
  (state, depth) => `v=$(${list(state, depth)}\n)`,
  (state, depth) => `v=$(${list(state, depth)}\n) ${simple(state)}`,
  (state, depth) => `echo "\${none:-$(${list(state, depth)}\n)}" \${none-$(${list(state, depth)}\n)}`,
  (state, depth) => `echo $((1 + $(${list(state, depth)}\n echo 1)))`,
  (state, depth) => `cat <(${list(state, depth)}\n)`,
  (state, depth) => `: x<(${list(state, depth)}\n)`,
  (state, depth) => `[[ -n $(${list(state, depth)}\n) && a == a ]]`,
  (state, depth) => `array=(1 $(${list(state, depth)}\n) 3)`,
  (state, depth) => `array[$(${list(state, depth)}\n echo 0)]=1`,
  (state, depth) => `: > out$(${list(state, depth)}\n)`,
  (state, depth) => `{ cat <<E\na $(${list(state, depth)}\n) b\nE\n}`,
  (state) => `{ cat <<'E'\n$(${simple(state)})\nE\n}`,
  (state, depth) => `{ cat <<-E\n\ta ${ticked(simple(state))}\n\tE\n${list(state, depth)}\n}`,
  (state, depth) => `cat <<< "$(${list(state, depth)}\n)"`,
  (state, depth) => `for i in $(${list(state, depth)}\n); do :; done`,
  (state, depth) => `((1 + $(${list(state, depth)}\n echo 1)))`,
  (state) =>
    `{${
      simple(state)
        .split(' ')
        .every((word) => /^\w+$/.test(word))
        ? `fine,${token(state)}`
        : `zap,${token(state)}`
    }}`,
  (state) => `echo '$(${programs[0]} ${token(state)})' "\\$(zap)"`,
]

const wrappers: readonly Make[] = [
  (state) => `env ${simple(state)}`,
  (state) => `env VALUE=1 -u NONE ${simple(state)}`.replace('VALUE=1 -u NONE', '-u NONE VALUE=1'),
  (state) => `nohup ${simple(state)}`,
  (state) => `nice -n 5 ${simple(state)}`,
  (state) => `timeout -k 1 5 ${simple(state)}`,
  (state) => `timeout --signal TERM 5 ${simple(state)}`,
  (state) => `setsid -w ${simple(state)}`,
  (state) => `stdbuf -o0 ${simple(state)}`,
  (state) => `command ${simple(state)}`,
  (state) => `command -p -- ${simple(state)}`.replace('-p ', ''),
  (state) => `(exec ${simple(state)})`,
  (state) => `(exec -a other ${simple(state)})`,
  (state) => `echo 1 | xargs ${simple(state)}`,
  (state) => `echo 1 | xargs -n 1 -I R ${simple(state)} R`,
  (state) => `find . -maxdepth 0 -exec ${simple(state)} \\;`,
  (state) => `find . -maxdepth 0 -exec ${simple(state)} {} +`,
  (state) => `sudo -u root ${simple(state)}`,
  (state) => `flock lock${token(state)} ${simple(state)}`,
  (state) => `busybox ${simple(state)}`,
  (state, depth) => `flock lock${token(state)} -c ${single(list(state, depth))}`,
  (state, depth) => `bash -c ${single(list(state, depth))}`,
  (state, depth) => `sh -ec ${single(simple(state))}`.concat(depth < 0 ? ' ' : ''),
  (state, depth) => `bash -o pipefail -c -- ${single(list(state, depth))} name`,
  (state, depth) => `eval ${single(list(state, depth))}`,
  (state) => `eval ${simple(state)}`,
  (state, depth) => `builtin eval ${single(list(state, depth))}`,
  (state, depth) => `(trap ${single(list(state, depth))} EXIT)`,
  (state, depth) => `bash <<< ${single(list(state, depth))}`,
  (state, depth) => `{ bash <<'E'\n${list(state, depth)}\nE\n}`,
  (state) => `echo ${single(simple(state, () => 0.1))} | bash`,
  (state) => `printf ${single('%s\\n')} ${single(simple(state, () => 0.1))} | sh`,
  (state, depth) => `. /dev/stdin <<< ${single(list(state, depth))}`,
  (state) => `env bash -c ${single(simple(state))}`,
  (state) => `bin/${pick(state.random, programs)} ${token(state)}`,
  (state) => `./bin/../bin/${pick(state.random, programs)} ${token(state)}`,
]

const unknown = (state: State, write: (own: string) => string): string => {
  const own = token(state)
  state.unknowable.add(own)
  return write(own)
}

/** Hidden commands: some can be found anyway, the others can only be asked about. */
const hiding: readonly Make[] = [
  (state) => unknown(state, (own) => `c=zap; $c ${own}`),
  (state) => unknown(state, (own) => `$(echo zap) ${own}`),
  (state) => unknown(state, (own) => `${ticked('echo zap')} ${own}`),
  (state) => unknown(state, (own) => `a=(zap ${own}); "\${a[@]}"`),
  (state) => unknown(state, (own) => `\${none:-zap} ${own}`),
  (state) => unknown(state, (own) => `z=push; tool "$z" ${own}`),
  (state) => unknown(state, (own) => `bin/z?p ${own}`),
  (state) => unknown(state, (own) => `eval "$(echo zap ${own})"`),
  (state) => unknown(state, (own) => `{ echo zap ${own} > script; . ./script; }`),
  (state) => unknown(state, (own) => `echo zap ${own} | while read -r l; do $l; done`),
  (state) => `z$none'ap' ${token(state)}`,
  (state) => `$none zap ${token(state)}`,
  (state) => `"$@" zap ${token(state)}`,
  (state) => `tool $none push ${token(state)}`,
  (state) => `[[ 'b[$(${simple(state).replaceAll("'", '"')})]' -eq 0 ]]`,
  (state) => `test -v 'b[$(zap ${token(state)})]'`,
  (state) => `printf -v 'b[$(zap ${token(state)})]' x`,
  (state) => `let 'b[$(zap ${token(state)})0]=1'`,
  (state) => `declare 'b[$(zap ${token(state)})0]=1'`,
  (state) => `read -r 'b[$(zap ${token(state)})0]' <<< 1`,
  (state) => `unset 'b[$(zap ${token(state)})0]'`,
  (state) => `x='$(zap ${token(state)})'; echo "\${x@P}"`,
  (state) => `(PS4='$(zap ${token(state)})'; set -x; :) 2> trace.txt`,
  (state) => `shopt -s expand_aliases\nalias hidden='zap ${token(state)}'\nhidden`,
  (state) => `mapfile -C 'zap ${token(state)}' -c 1 m <<< 1`,
  (state) => `{zap,${token(state)}}`,
  (state) => `{,zap} ${token(state)}`,
  (state) => `z\\\nap ${token(state)}`,
  (state) => `echo a;zap ${token(state)}`,
  (state) => `echo a&zap ${token(state)}; wait`,
  (state) => `>out.txt zap ${token(state)}`,
  (state) => `zap>out.txt ${token(state)}`,
  (state) => `2>&1 zap ${token(state)}`,
  (state) => `v=1 zap ${token(state)}`,
  (state) => `:|zap ${token(state)}`,
  (state) => `echo $\\\n(zap ${token(state)})`,
]
