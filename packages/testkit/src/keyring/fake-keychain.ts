import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A program that replaces a keychain's: it stores entries next to itself and records its arguments. */
export type FakeProgram = {
  readonly command: string
  readonly folder: string
  /** The arguments of every call, as anyone on the machine could have seen them. */
  arguments(): string
  remove(): void
}

const noted = `#!/bin/sh
printf '%s\\n' "$*" >> "$0.arguments"
`

/** `secret-tool` with its own store. */
const secretTool = `${noted}
verb=$1; shift
if [ "$verb" = store ]; then shift; fi
item="$0.$(printf '%s' "$*" | tr -c 'A-Za-z0-9' _)"
case $verb in
  store) cat > "$item" ;;
  lookup) if [ -f "$item" ]; then cat "$item"; else exit 1; fi ;;
  clear) rm "$item" 2>/dev/null || exit 1 ;;
esac
`

/** `security`: with `-i` it reads its command from standard input. */
const security = `${noted}
if [ "$1" = -i ]; then read -r line; set -f; set -- $line; fi
verb=$1; shift
while [ $# -gt 0 ]; do
  case $1 in
    -U) shift ;;
    -a) account=$2; shift 2 ;;
    -s) service=$2; shift 2 ;;
    -l) shift 2 ;;
    -w) secret=\${2-}; shift; [ $# -gt 0 ] && shift ;;
  esac
done
item="$0.$service.$account"
case $verb in
  add-generic-password) printf '%s\\n' "$secret" > "$item" ;;
  find-generic-password) [ -f "$item" ] || { echo 'could not be found' >&2; exit 44; }; cat "$item" ;;
  delete-generic-password) rm "$item" 2>/dev/null || exit 44 ;;
esac
`

/** PowerShell with a data protection that anyone could break. */
const powershell = `${noted}
given=$(cat)
case "$*" in
  *'::Unprotect('*) printf '%s' "\${given#sealed}" ;;
  *'::Protect('*) printf 'sealed%s' "$given" ;;
esac
`

const scripts = {
  'secret-tool': secretTool,
  security,
  powershell,
  locked: `${noted}echo 'prompt dismissed' >&2; exit 1\n`,
  hanging: `${noted}exec sleep 600\n`,
  lying: `${noted}cat >/dev/null; echo other\n`,
}

/** Writes a fake of this kind, to be called under a name. */
export function fakeProgram(kind: keyof typeof scripts, name: string = kind): FakeProgram {
  const folder = mkdtempSync(join(tmpdir(), 'convene-keychain-'))
  const command = join(folder, name)
  writeFileSync(command, scripts[kind])
  chmodSync(command, 0o755)
  const calls = `${command}.arguments`
  return {
    command,
    folder,
    arguments: () => (existsSync(calls) ? readFileSync(calls, 'utf8') : ''),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
