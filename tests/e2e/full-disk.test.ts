import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type ModelServer, on, startModelServer } from '@convene/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { settingsFor } from './launch.ts'

const launcher = resolve(import.meta.dirname, '../../apps/cli/bin/convene.mjs')

/** Whether a separate file system can be mounted for one process tree, so that a disk can really be full. */
function canMount(): boolean {
  try {
    execFileSync('bwrap', ['--bind', '/', '/', '--size', '1048576', '--tmpfs', '/mnt', 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

let server: ModelServer
let root: string

beforeEach(async () => {
  server = await startModelServer()
  root = mkdtempSync(join(tmpdir(), 'convene-full-'))
  writeFileSync(join(root, 'config.json'), JSON.stringify(settingsFor(server)))
})

afterEach(async () => {
  await server.close()
  rmSync(root, { recursive: true, force: true })
})

/** Runs a script with `$CONVENE_HOME` on a 4 MB disk. `fill` fills it to the last byte and `free` empties it again. */
function onSmallDisk(script: string): Promise<string> {
  const home = join(root, 'home')
  const prelude = `
    convene() { "${process.execPath}" "${launcher}" "$@" > "${root}/out" 2> "${root}/err"; echo "exit $?"; cat "${root}/err" "${root}/out"; }
    fill() { dd if=/dev/zero of="${home}/filler" bs=1k 2>/dev/null; dd if=/dev/zero of="${home}/crumbs" bs=1 2>/dev/null; }
    free() { rm -f "${home}/filler" "${home}/crumbs"; }
    until_there() { while [ ! -e "$1" ]; do sleep 0.05; done; }
    cp "${root}/config.json" "${home}/config.json"; cd "${root}"
  `
  const mounts = ['--bind', '/', '/', '--dev-bind', '/dev', '/dev', '--proc', '/proc', '--size', '4194304']
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: root,
    CONVENE_HOME: home,
    CONVENE_SOURCES: '1',
    XDG_CACHE_HOME: join(root, 'cache'),
  }
  const child = spawn('bwrap', [...mounts, '--tmpfs', home, '--', 'bash', '-c', `${prelude}\n${script}`], { env })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  return new Promise((done) => child.once('close', () => done(said)))
}

describe.runIf(canMount())('a disk that is really full (if one can be mounted)', () => {
  test('refuses a new run with what to do, and loses nothing once there is space again', async () => {
    server.script([on({}, { text: 'It is stored.' })])
    const said = await onSmallDisk(`
      convene run "First"; echo "--- full"; fill; convene run "Second"; echo "--- read"; convene sessions
      echo "--- free"; free; convene run "Third"; convene sessions
    `)
    const [first = '', full = '', read = '', free = ''] = said.split(/--- \w+\n/)
    expect(first).toMatch(/^exit 0/)
    expect(full).toMatch(/^exit [12]/)
    expect(full).toContain('The disk is full')
    expect(full).not.toMatch(/^\s+at /m)
    expect(read).toMatch(/First|The disk is full/)
    expect(read).not.toContain('Second')
    expect(free).toContain('It is stored.')
    expect(free.match(/First|Third/g)?.length).toBeGreaterThanOrEqual(2)
  })

  test('is not called ready by doctor', async () => {
    const said = await onSmallDisk('convene doctor; echo "--- full"; fill; convene doctor')
    const [before = '', full = ''] = said.split('--- full\n')
    expect(before).toMatch(/^exit 0[\s\S]* free, mode/)
    expect(full).toMatch(/^exit 2/)
    expect(full).toContain('the disk is full')
  })

  test('in the middle of a run makes it wait, and the answer that was paid for is not lost', async () => {
    const asked = join(root, 'asked')
    const filled = join(root, 'filled')
    server.script([
      on({}, async () => {
        writeFileSync(asked, '')
        while (!existsSync(filled)) await new Promise((done) => setTimeout(done, 20))
        return { text: 'Paid for, and kept.' }
      }),
    ])
    const said = await onSmallDisk(`
      convene run "Think" > "${root}/run" & until_there "${asked}"; fill; touch "${filled}"
      while ! grep -q "disk is full" "${root}/err"; do sleep 0.05; done; free; wait
      cat "${root}/run"; convene sessions
    `)
    expect(readFileSync(join(root, 'run'), 'utf8')).toMatch(/^exit 0/)
    expect(said).toContain('Paid for, and kept.')
    expect(said).toContain('The disk is full')
    expect(server.requests).toHaveLength(1)
  })
})
