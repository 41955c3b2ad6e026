import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A small Debian 13 in a folder: the native webview needs a newer C library than many machines have. */
export type System = {
  /** Where the installed webview module is, inside and outside. */
  readonly modules: string
  /**
   * Starts a program inside, with access to this project, its tests' folders and the screen. Its children end with it.
   */
  start(words: readonly string[], options: Starting): ChildProcess
}

export type Starting = {
  readonly environment: { readonly [name: string]: string }
  /** Folders of this machine, mounted at the same path. */
  readonly folders?: readonly string[]
}

const project = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/u, '')
const cache = join(project, '.cache/debian-13')
const root = join(cache, 'root')
const modules = join(cache, 'modules')
const WEBVIEW = '@webviewjs/webview@0.4.7'
const packages = ['libwebkit2gtk-4.1-0', 'libxdo3', 'webkit2gtk-driver', 'fonts-dejavu-core', 'dbus', 'dbus-x11']
const what = JSON.stringify({ WEBVIEW, packages })

/** Opens the system, or says why it cannot. The first caller builds it, later ones reuse it. */
export function openSystem(): System | { readonly missing: string } {
  if (process.platform !== 'linux' || process.arch !== 'x64') return { missing: 'the system is for Linux on x64' }
  if (process.getuid?.() !== 0) return { missing: 'not root' }
  if (!isReady()) {
    const failed = build()
    if (failed) return { missing: failed }
  }
  return { modules, start }
}

const mark = join(cache, 'ready.json')
const isReady = (): boolean => existsSync(mark) && readFileSync(mark, 'utf8') === what

function build(): string | undefined {
  if (!has('debootstrap') && !run('apt-get', ['install', '-y', '--no-install-recommends', 'debootstrap']))
    return 'debootstrap is not installed, and cannot be'
  if (hasMounts()) return `something is mounted inside ${cache}`
  rmSync(cache, { recursive: true, force: true })
  mkdirSync(modules, { recursive: true })
  if (!run('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'trixie', root, mirror()]))
    return 'debootstrap failed'
  cpSync('/etc/resolv.conf', join(root, 'etc/resolv.conf'), { dereference: true })
  const inside = insideOf(['apt-get', 'install', '-y', '--no-install-recommends', ...packages], [])
  if (!run('unshare', inside)) return 'the packages of WebKitGTK could not be installed'
  writeFileSync(join(modules, 'package.json'), '{"private":true}')
  if (!run('npm', ['install', '--prefix', modules, '--ignore-scripts', '--no-audit', '--no-fund', WEBVIEW]))
    return 'the webview module could not be installed'
  writeFileSync(mark, what)
  return undefined
}

const has = (program: string): boolean =>
  `${process.env.PATH}:/usr/sbin:/sbin`.split(':').some((folder) => existsSync(join(folder, program)))

const run = (program: string, words: readonly string[]): boolean =>
  spawnSync(program, words, {
    stdio: 'ignore',
    timeout: 1_200_000,
    env: {
      ...process.env,
      PATH: `${process.env.PATH}:/usr/sbin:/sbin`,
      DEBIAN_FRONTEND: 'noninteractive',
      LC_ALL: 'C',
    },
  }).status === 0

/** Mounts are made in a separate namespace that ends with its processes, so they never appear here. */
const hasMounts = (): boolean => readFileSync('/proc/self/mountinfo', 'utf8').includes(` ${cache}`)

/** The mirror that this machine uses. */
function mirror(): string {
  const folder = '/etc/apt/sources.list.d'
  const files = [
    '/etc/apt/sources.list',
    ...(existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []),
  ]
  const lines = files.filter((file) => existsSync(file)).flatMap((file) => readFileSync(file, 'utf8').split('\n'))
  const found = lines.map((line) => /^(?:URIs:|deb(?: \[[^\]]*\])?) (\S+\/debian)\/?(?:\s|$)/u.exec(line)?.[1])
  return found.find((url) => url !== undefined) ?? 'http://deb.debian.org/debian'
}

/** Arguments for `unshare`: separate mounts and processes, which all end with the first. */
function insideOf(words: readonly string[], folders: readonly string[]): readonly string[] {
  const script = [
    'set -e',
    'root=$1; shift; count=$1; shift',
    'mount -t proc proc $root/proc',
    'mount --rbind /dev $root/dev',
    'mount --rbind /sys $root/sys',
    'mount -t tmpfs tmpfs $root/tmp',
    'while [ $count -gt 0 ]; do mkdir -p "$root$1"; mount --bind "$1" "$root$1"; shift; count=$((count - 1)); done',
    'exec chroot $root "$@"',
  ].join('\n')
  const set = ['--mount', '--pid', '--fork', '--kill-child']
  return [...set, 'sh', '-c', script, 'sh', root, String(folders.length), ...folders, ...words]
}

function start(words: readonly string[], { environment, folders = [] }: Starting): ChildProcess {
  const shared = [project, '/tmp/.X11-unix', ...folders]
  return spawn('unshare', insideOf(words, shared), {
    env: { ...basics, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** No variables of this machine, no graphics card, and no second sandbox inside this one. */
const basics = {
  PATH: `${dirname(process.execPath)}:/usr/sbin:/usr/bin:/sbin:/bin`,
  HOME: '/root',
  LANG: 'C.UTF-8',
  LIBGL_ALWAYS_SOFTWARE: '1',
  NO_AT_BRIDGE: '1',
}
