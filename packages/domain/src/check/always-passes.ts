/** Whether a command line succeeds whatever its programs do, so that it checks nothing. `hasOutput`: its output counts. */
export function alwaysPasses(line: string, hasOutput: boolean): boolean {
  const run = unwrapped(line)
  return IGNORED.some((sign) => sign.test(run)) || isIdleBranch(run) || (!hasOutput && NOTHING.test(run))
}

const MOST_WRAPPED = 5

/** The line inside `bash -c "…"`, `eval`, brackets and programs that only run another one. */
function unwrapped(line: string): string {
  let run = line.replaceAll(/\$\(\(\s*0\s*\)\)/gu, '0').trim()
  for (let count = 0; count < MOST_WRAPPED; count++) {
    const inner = INSIDE.map((sign) => sign.exec(run)?.[1]).find((found) => found !== undefined)
    if (inner === undefined) return run
    run = inner.trim()
  }
  return run
}

const INSIDE: readonly RegExp[] = [
  /^(?:\/bin\/)?(?:ba|da|z)?sh\s+-[a-z]*c\s+"([^"]*)"$/u,
  /^(?:\/bin\/)?(?:ba|da|z)?sh\s+-[a-z]*c\s+'([^']*)'$/u,
  /^eval\s+"([^"]*)"$/u,
  /^eval\s+'([^']*)'$/u,
  /^\(([^()]*)\)$/u,
  /^\{\s([^{}]*);\s?\}$/u,
  /^(?:command|builtin|exec|nice|time|timeout\s+\d+[smh]?)\s+([^-;&|][^;&|]*)$/u,
]

/** The failure of the programs is dropped, or they are replaced. */
const IGNORED: readonly RegExp[] = [
  /(?:\|\||;)\s*(?:true|:|exit\s+0|exit|echo\b[^|&;]*|printf\b[^|&;]*|\/bin\/true)\s*$/u,
  /(?:^|;)\s*exit(?:\s+0)?\s*;/u,
  /(?:^|;)\s*exec\s[^;]*;/u,
  /(?:^|[;&|])\s*trap\s+(?:"[^"]*\bexit\b[^"$]*"|'[^'$]*\bexit\b[^'$]*')/u,
  /(?:^|[;&|])\s*eval\s+["']?exit\b/u,
  /(?:^|[;&|])\s*(?:function\s+[\w-]+|[\w-]+\s*\(\s*\))\s*\{\s*(?:true|:|exit\s+0|return\s+0|echo\b[^;}]*)\s*;?\s*\}/u,
  /(?<!&)&\s*(?:wait|disown)\s*$/u,
]

/** A condition without a branch that fails. */
const isIdleBranch = (run: string): boolean =>
  /^(?:if|while|until)\s/u.test(run) &&
  !/\b(?:exit\s+(?:[1-9]|\$)|exit\s*(?:;|$)|false\b|return\s+[1-9]|else\b)/u.test(run)

/** A line of commands that cannot fail. */
const NOTHING =
  /^(?:(?:true|:|!\s+false|exit(?:\s+0)?|(?:test|\[)\s+["']?\w+["']?(?:\s+\])?|(?:echo|printf|pwd|sleep|date|whoami)\b[^|&;<>]*|\/bin\/true)\s*(?:(?:;|&&)\s*|$))+$/u
