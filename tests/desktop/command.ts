import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '@convene/testkit'
import { onTestFinished } from 'vitest'
import { startedFast } from '../e2e/launch.ts'

const launcher = fileURLToPath(new URL('../../apps/cli/bin/convene.mjs', import.meta.url))

export type Ended = { readonly code: number | null; readonly out: string; readonly err: string }

/** `convene` with its own data folder and nothing of this machine in its environment. */
export type Started = {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
  said(): string
}

export type Person = {
  readonly home: string
  /** The folder of the window, inside the data folder. */
  readonly window: string
  /** The profile that each of this user's browsers is started with. */
  readonly profile: string
  /** A folder with nothing but the user's browser. */
  readonly programs: string
  /** The URLs that the user's browser was asked to open. */
  opened(): readonly string[]
  start(words: readonly string[], environment?: { readonly [name: string]: string }): Started
  isOpen(): boolean
}

/** A user with an empty home, an empty workspace, and a browser that only records what it is asked to open. */
export function newPerson(display: string | undefined): Person {
  const folder = temporaryFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  const [home, work, programs] = [folder.file('home'), folder.file('work'), folder.file('programs')]
  for (const each of [home, work, programs]) mkdirSync(each)
  const log = folder.file('opened')
  writeFileSync(join(programs, 'xdg-open'), `#!/bin/sh\necho "$1" >> ${log}\n`, { mode: 0o755 })
  const window = join(home, '.convene/window')
  const base = {
    PATH: `${programs}:${dirname(process.execPath)}:${process.env.PATH}`,
    HOME: home,
    NO_COLOR: '1',
    CONVENE_PORT: '0',
    ...startedFast,
    ...(display !== undefined && { DISPLAY: display }),
  }
  return {
    home: join(home, '.convene'),
    window,
    programs,
    profile: `--user-data-dir=${join(window, 'profile')}`,
    // The shell makes the file before it writes the line into it.
    opened: () => (existsSync(log) ? readFileSync(log, 'utf8').split('\n').slice(0, -1) : []),
    start: (words, environment = {}) => run(words, work, { ...base, ...environment }),
    isOpen: () => existsSync(join(window, 'bounds.json')) && existsSync(join(window, 'instance.json')),
  }
}

function run(words: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Started {
  const child = spawn(process.execPath, [launcher, ...words], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let [out, err] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text
  })
  const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, out, err })))
  return { child, ended, said: () => out + err }
}
