import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { programs } from './generate-line.ts'

/** A folder whose `bin` holds every program that a line may start. All they do is record how they were called. */
export function stubFolder(folder: string) {
  const bin = join(folder, 'bin')
  const log = join(folder, 'log')
  mkdirSync(bin, { recursive: true })
  const note = `printf '%s\\0' "$#" "\${0##*/}" "$@" >> ${log}`
  const stub = (name: string, rest: string) => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${note}\n${rest}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  for (const name of [...programs, 'other']) stub(name, '')
  for (const [name, path] of real) if (existsSync(path)) stub(name, `exec ${path} "$@"`)
  stub('sudo', 'while [ "$1" = -u ]; do shift 2; done\nexec "$@"')
  stub('busybox', 'exec "$@"')
  for (const name of ['cat']) symlinkSync(`/bin/${name}`, join(bin, name))
  return {
    bin,
    /** What was started since the last call, word by word. */
    started(): readonly (readonly string[])[] {
      const entries = existsSync(log) ? readFileSync(log, 'utf8').split('\0') : []
      rmSync(log, { force: true })
      return readCalls(entries)
    },
  }
}

const real: readonly (readonly [string, string])[] = [
  ['env', '/usr/bin/env'],
  ['nohup', '/usr/bin/nohup'],
  ['nice', '/usr/bin/nice'],
  ['timeout', '/usr/bin/timeout'],
  ['setsid', '/usr/bin/setsid'],
  ['stdbuf', '/usr/bin/stdbuf'],
  ['xargs', '/usr/bin/xargs'],
  ['find', '/usr/bin/find'],
  ['flock', '/usr/bin/flock'],
  ['bash', '/bin/bash'],
  ['sh', '/bin/sh'],
]

function readCalls(entries: readonly string[]): readonly (readonly string[])[] {
  const calls: (readonly string[])[] = []
  for (let at = 0; at + 1 < entries.length; ) {
    const count = Number(entries[at])
    calls.push(entries.slice(at + 1, at + 2 + count))
    at += 2 + count
  }
  return calls
}
