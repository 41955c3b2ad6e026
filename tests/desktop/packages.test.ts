import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { temporaryFolder } from '@convene/testkit'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { packDeb } from '../../scripts/package/deb.mjs'
import { packNpm } from '../../scripts/package/npm.mjs'
import { root, type Staged, stageProgram } from '../../scripts/package/stage.mjs'
import { openDisplay } from './display.ts'
import { serveInstalled } from './loopback-registry.ts'
import { namingAnyOf, sizeOfPicture } from './package-files.ts'

const within = { interval: 50 }
const folder = temporaryFolder()
let staged: Promise<Staged>

beforeAll(async () => {
  staged = stageProgram(folder.file('program'))
  await staged
})

afterAll(() => folder[Symbol.dispose]())

type Ended = { readonly code: number | null; readonly out: string; readonly err: string }
type Started = { readonly child: ChildProcess; readonly said: () => string; readonly ended: Promise<Ended> }
type PackageFolders = { readonly home: string; readonly workspace: string }

/** An empty home and an empty folder to work in. */
function emptyPlace(name: string): PackageFolders {
  const place = { home: folder.file(`${name}/home`), workspace: folder.file(`${name}/work`) }
  for (const path of Object.values(place)) mkdirSync(path, { recursive: true })
  return place
}

/** Starts a program with nothing of this machine in its environment except the path. */
function start(
  words: readonly string[],
  { home, workspace }: PackageFolders,
  more: Record<string, string> = {},
): Started {
  const [program = '', ...rest] = words
  const env = { PATH: systemPath, HOME: home, NO_COLOR: '1', ...more }
  const child = spawn(program, rest, { cwd: workspace, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let [out, err] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text
  })
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, out, err }))
  })
  return { child, said: () => out + err, ended }
}

/** Without this project's folders, as on a user's machine. */
const systemPath = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((each) => !each.includes('node_modules'))
  .join(delimiter)

const has = (program: string): boolean => systemPath.split(delimiter).some((each) => existsSync(join(each, program)))
/** dpkg needs the administrator's programs on the path, even if the caller's path is short. */
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/local/sbin:/usr/sbin:/sbin` }
const run = (program: string, ...words: readonly string[]) => spawnSync(program, words, { encoding: 'utf8', env })

/** Paths that exist only on this machine. */
const placesHere = [root, folder.path, ...(homedir().length > 5 ? [homedir()] : [])]

const noDpkg = process.platform !== 'linux' || !has('dpkg-deb')

describe.skipIf(noDpkg)(`the Debian package${noDpkg ? ' (left out: dpkg-deb is not installed)' : ''}`, () => {
  let deb: string
  let tree: string
  const inside = (path: string) => readFileSync(join(tree, path), 'utf8')

  beforeAll(async () => {
    deb = await packDeb(folder.file('debian'), staged)
    tree = folder.file('debian/deb')
  })

  test('says what it is, what it needs, and runs nothing while it is installed', () => {
    const fields = Object.fromEntries(
      run('dpkg-deb', '--field', deb)
        .stdout.split('\n')
        .filter((line) => /^\S+: /u.test(line))
        .map((line) => line.split(/: (.*)/su).slice(0, 2)),
    )
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    expect(fields).toMatchObject({ Package: 'convene', Version: version, Section: 'devel', Priority: 'optional' })
    expect(fields.Architecture).toBe(run('dpkg', '--print-architecture').stdout.trim())
    expect(fields.Depends).toContain('libc6')
    expect(fields.Recommends).toContain('chromium')
    expect(Number(fields['Installed-Size'])).toBeGreaterThan(100_000)
    expect(run('dpkg-deb', '--ctrl-tarfile', deb).status).toBe(0)
    expect(readdirSync(join(tree, 'DEBIAN')).sort()).toEqual(['control', 'md5sums'])
  })

  test('has files owned by root that everyone can read and only root can write', () => {
    const rows = run('dpkg-deb', '--contents', deb)
      .stdout.trim()
      .split('\n')
      .map((line) => line.split(/\s+/u))
    expect(rows.length).toBeGreaterThan(100)
    for (const [mode, owner, , , , path] of rows) {
      expect(`${owner} ${path}`).toBe(`root/root ${path}`)
      expect(`${mode} ${path}`).toMatch(/^(drwxr-xr-x|-rw[-x]r-[-x]r-[-x]) /u)
    }
    const programs = rows.filter(([mode]) => mode?.startsWith('-rwx')).map((row) => row[5])
    expect(programs).toEqual(
      expect.arrayContaining(['./usr/bin/convene', './usr/lib/convene/node', './usr/lib/convene/bin/convene.mjs']),
    )
    expect(programs.some((path) => path?.endsWith('/rg'))).toBe(true)
  })

  test('contains no path of the machine that built it', () => {
    expect(namingAnyOf(placesHere, tree)).toEqual([])
  })

  test('has a desktop entry that opens our links with the installed program', () => {
    const [head, ...lines] = inside('usr/share/applications/convene.desktop').trim().split('\n')
    const entry = Object.fromEntries(lines.map((line) => line.split(/=(.*)/su).slice(0, 2)))
    expect(head).toBe('[Desktop Entry]')
    expect(entry).toMatchObject({ Type: 'Application', Name: 'Convene', Terminal: 'false', Exec: 'convene %u' })
    expect(entry.MimeType).toBe('x-scheme-handler/convene;')
    expect(existsSync(join(tree, `usr/share/icons/hicolor/scalable/apps/${entry.Icon}.svg`))).toBe(true)
    for (const size of [16, 32, 48, 128, 256, 512])
      expect(sizeOfPicture(join(tree, `usr/share/icons/hicolor/${size}x${size}/apps/${entry.Icon}.png`))).toEqual([
        size,
        size,
      ])
    expect(existsSync(join(tree, 'usr/bin/convene'))).toBe(true)
    if (!has('desktop-file-validate')) return
    const checked = run('desktop-file-validate', join(tree, 'usr/share/applications/convene.desktop'))
    expect(checked.stdout + checked.stderr).toBe('')
  })

  test('has a man page that can be read', () => {
    const page = join(tree, 'usr/share/man/man1/convene.1.gz')
    expect(gunzipSync(readFileSync(page)).toString()).toMatch(/^\.TH CONVENE 1/mu)
    if (!has('man')) return
    const shown = spawnSync('man', ['--warnings', '-l', page], {
      encoding: 'utf8',
      env: { ...process.env, MANWIDTH: '80' },
    })
    expect(shown.stderr).toBe('')
    expect(shown.stdout).toContain('put a team of AI agents on one question or job')
  })

  const whyNotInstalled = reasonNotToInstall()
  const note = whyNotInstalled ? ` (left out: ${whyNotInstalled})` : ''

  test.skipIf(whyNotInstalled)(`is installed, runs, opens a window, and is removed without traces${note}`, async () => {
    const paths = run('dpkg-deb', '--contents', deb)
      .stdout.trim()
      .split('\n')
      .map((line) => line.replace(/^(?:\S+\s+){5}\./u, '').replace(/\/$/u, ''))
    const before = { ours: namedOurs(), there: paths.filter((path) => existsSync(path || '/')) }
    onTestFinished(() => void run('dpkg', '--purge', 'convene'))
    const place = emptyPlace('installed')
    expect(await dpkg('--force-unsafe-io', '-i', deb)).toBe('')
    expect(await start(['convene', '--version'], place).ended).toMatchObject({ code: 0, err: '' })
    const ran = await start(
      ['convene', 'run', 'Should one process write the queue?', '--model', 'rehearsal/offline', '--json'],
      place,
    ).ended
    expect(ran.code, ran.err).toBe(0)
    const events = ran.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; session: string })
    expect(events.at(-1)).toMatchObject({ type: 'run.finished' })
    expect(run('dpkg', '--verify', 'convene')).toMatchObject({ status: 0, stdout: '' })
    if (has('update-desktop-database'))
      expect(readFileSync('/usr/share/applications/mimeinfo.cache', 'utf8')).toMatch(
        /^x-scheme-handler\/convene=convene\.desktop;$/mu,
      )
    await opensWindow(place, events[0]?.session ?? '')
    expect(await dpkg('--purge', 'convene')).toBe('')
    expect(run('dpkg', '-s', 'convene').status).not.toBe(0)
    expect(paths.filter((path) => existsSync(path || '/'))).toEqual(before.there)
    expect(namedOurs()).toEqual(before.ours)
    expect(readdirSync(place.workspace)).toEqual([])
    expect(
      readdirSync(place.home).filter((name) => !['.convene', '.cache', '.config', '.local', '.pki'].includes(name)),
    ).toEqual([])
  })
})

function reasonNotToInstall(): string | undefined {
  if (noDpkg) return 'dpkg is not installed'
  if (process.getuid?.() !== 0) return 'not root'
  return run('dpkg', '-s', 'convene').status === 0 ? 'convene is installed here already' : undefined
}

/** Everything on the system with our name. Other tests have their folders in `/var/tmp`. */
const namedOurs = (): string =>
  run('find', ...systemFolders, '-xdev', '-path', '/var/tmp', '-prune', '-o', '-iname', '*convene*', '-print').stdout
const systemFolders = ['/usr', '/etc', '/opt', '/var']

/** Runs dpkg while no other process does, and returns its errors. */
async function dpkg(...words: readonly string[]): Promise<string> {
  for (;;) {
    const { status, stderr } = run('dpkg', ...words)
    if (status === 0) return ''
    if (!/lock/u.test(stderr)) return stderr || `dpkg ended with ${status}`
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** Opens a window, sends it to a session from a second start with a link, and exits cleanly. */
async function opensWindow(place: PackageFolders, session: string): Promise<void> {
  const display = await openDisplay()
  if ('missing' in display) return
  onTestFinished(() => display.end())
  const screen = { DISPLAY: display.name }
  const window = join(place.home, '.convene/window')
  const first = start(['convene', '--window'], place, screen)
  onTestFinished(() => void first.child.kill('SIGKILL'))
  await expect.poll(() => existsSync(join(window, 'bounds.json')), within).toBe(true)
  const second = await start(['convene', `convene://session/${session}`], place, screen).ended
  expect(second).toMatchObject({ code: 0, err: expect.stringContaining('Brought its window to the front') })
  await expect.poll(() => readdirSync(join(window, 'calls')), within).toEqual([])
  first.child.kill('SIGTERM')
  expect((await first.ended).code).toBe(0)
  expect(existsSync(join(window, 'instance.json'))).toBe(false)
}

describe('the npm package', () => {
  const older = systemPath
    .split(delimiter)
    .map((each) => join(each, 'node'))
    .find((path) => existsSync(path) && Number.parseInt(run(path, '--version').stdout.slice(1), 10) < 24)

  test('starts with npx in an empty folder, on an older Node and on ours, from its tarball alone', async () => {
    const tarball = await packNpm(folder.file('npm'), staged)
    expect(statSync(tarball).size).toBeLessThan(20_000_000)
    expect(namingAnyOf(placesHere, folder.file('program'))).toEqual([])
    await using registry = await serveInstalled(join(root, 'node_modules'))
    const place = emptyPlace('npx')
    const settings = {
      npm_config_registry: registry.url,
      npm_config_cache: folder.file('npm-cache'),
      npm_config_audit: 'false',
    }
    const ours = { PATH: `${join(process.execPath, '..')}${delimiter}${systemPath}` }
    const npx = (words: readonly string[], more: Record<string, string>) =>
      start(['npx', '--yes', '--package', tarball, 'convene', ...words], place, { ...settings, ...more })
    for (const node of older ? [{}, ours] : [ours]) {
      const version = await npx(['--version'], node).ended
      expect(version, version.err).toMatchObject({
        code: 0,
        out: expect.stringMatching(/^convene \d+\.\d+\.\d+ \([0-9a-f]{7,}, \d{4}-\d\d-\d\d\)\n$/u),
      })
    }
    expect([...registry.asked]).toContain('playwright-core')
    const ran = await npx(
      ['run', 'Should one process write the queue?', '--model', 'rehearsal/offline'],
      older ? {} : ours,
    ).ended
    expect(ran.code, ran.err).toBe(0)
    expect(ran.out).toContain('queue')
    await servesPage(npx([], { ...ours, CONVENE_PORT: '0' }), place)
    expect(readdirSync(place.workspace)).toEqual([])
  })
})

/** A bare start without a display prints a link that shows the whole page, keeps running, and exits on SIGTERM. */
async function servesPage({ said, ended }: Started, { home }: PackageFolders): Promise<void> {
  await expect.poll(said, within).toMatch(/^http:\S+\n/mu)
  // npx runs between us and the server and does not forward signals.
  const { pid } = JSON.parse(readFileSync(join(home, '.convene/server.json'), 'utf8')) as { pid: number }
  onTestFinished(() => {
    if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  })
  const link = /^(http:\S+)\n/mu.exec(said())?.[1] ?? ''
  const opened = await fetch(link, { redirect: 'manual' })
  const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? ''
  const page = await (await fetch(new URL('/', link), { headers: { cookie } })).text()
  const script = /src="\.?([^"]+\.js)"/u.exec(page)?.[1] ?? ''
  expect((await fetch(new URL(script, link), { headers: { cookie } })).status).toBe(200)
  process.kill(pid, 'SIGTERM')
  expect((await ended).code).toBe(0)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
