import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A desktop session with its own keychain, isolated from the developer's. */
export type DesktopSession = {
  readonly environment: { readonly [name: string]: string }
  close(): Promise<void>
}

const ASK_BUS = 'dbus-send'
const programs = ['secret-tool', 'gnome-keyring-daemon', 'dbus-daemon', ASK_BUS]

/** Programs this machine lacks for a real keychain. */
export const missingPrograms: readonly string[] =
  process.platform === 'linux'
    ? programs.filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0)
    : programs

/** Starts a bus with a keychain on it. Without a password the keychain exists but stays locked. */
export async function desktopSession(password?: string): Promise<DesktopSession> {
  const home = mkdtempSync(join(tmpdir(), 'convene-desktop-'))
  const around = { PATH: process.env.PATH ?? '', HOME: home, XDG_RUNTIME_DIR: join(home, 'run') }
  mkdirSync(around.XDG_RUNTIME_DIR, { mode: 0o700 })
  const bus = start('dbus-daemon', ['--session', '--nofork', '--nopidfile', '--print-address'], around)
  const environment = { ...around, DBUS_SESSION_BUS_ADDRESS: await firstLine(bus) }
  const unlock = password === undefined ? [] : ['--unlock']
  const keychain = start('gnome-keyring-daemon', ['--foreground', '--components=secrets', ...unlock], environment)
  keychain.stdin?.end(password ?? '')
  await answering(keychain, environment)
  return {
    environment,
    close: async () => {
      for (const child of [keychain, bus]) await ended(child)
      rmSync(home, { recursive: true, force: true })
    },
  }
}

const owned = ['--session', '--print-reply', '--dest=org.freedesktop.DBus', '/org/freedesktop/DBus']

/** A request before the keychain has registered its name would make the bus start another, locked one. */
async function answering(keychain: ChildProcess, env: { [name: string]: string }): Promise<void> {
  const args = [...owned, 'org.freedesktop.DBus.NameHasOwner', 'string:org.freedesktop.secrets']
  while (!spawnSync(ASK_BUS, args, { env, encoding: 'utf8' }).stdout.includes('boolean true')) {
    if (keychain.exitCode !== null) throw new Error('the keychain has ended')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const start = (command: string, args: readonly string[], env: { [name: string]: string }): ChildProcess =>
  spawn(command, [...args], { env, stdio: ['pipe', 'pipe', 'ignore'] })

async function firstLine(child: ChildProcess): Promise<string> {
  const [chunk] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer]
  return chunk.toString().split('\n')[0] ?? ''
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}
