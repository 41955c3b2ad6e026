import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { cleanLine } from '@convene/domain'
import { ownSystem } from '@convene/platform'
import type { CommandWork } from '../command-line/command.ts'
import { packageFolder, project } from '../places.ts'
import type { CliProgram } from '../program.ts'
import { printLines } from '../terminal/print.ts'
import { copyOf, type Installed, isNewerVersion, isVersion, wayOf } from './copy.ts'

/** Looks for a newer version, says how this copy is updated, and updates it if possible. */
export const update: CommandWork = async (program, input) => {
  const { terminal, environment } = program
  const desk: UpdateDesk = {
    environment,
    check: input.flag('check'),
    say: (text) => void printLines(program, [cleanLine(text)]),
    complain: (text) => void terminal.err.write(`${cleanLine(text)}\n`),
  }
  return updateWith(desk)
}

/** What `convene update --check` says, and whether the newest version is known. */
export async function lookForUpdate({ environment }: Pick<CliProgram, 'environment'>) {
  const lines: string[] = []
  const say = (text: string) => void lines.push(cleanLine(text))
  const code = await updateWith({ environment, check: true, say, complain: say })
  return { isKnown: code === 0, lines }
}

async function updateWith(desk: UpdateDesk): Promise<number> {
  const { environment } = desk
  if (project !== undefined) return updateCheckout(desk, project)
  const manifest = readFileSync(join(packageFolder, 'package.json'), 'utf8')
  const { name, version } = JSON.parse(manifest) as { readonly name: string; readonly version: string }
  const globalRoot = await said(desk, packageFolder, ['npm', 'root', '--global'])
  // Set by our Dockerfile.
  const kind = environment.CONVENE_CONTAINER ? 'image' : copyOf(packageFolder, globalRoot, name)
  return updatePackage(desk, { kind, folder: packageFolder, name, version })
}

/** An update's environment. With `check`, it changes nothing. */
export type UpdateDesk = {
  readonly environment: NodeJS.ProcessEnv
  readonly check: boolean
  say(text: string): void
  complain(text: string): void
}

export async function updateCheckout(desk: UpdateDesk, folder: string): Promise<number> {
  const git = (...words: readonly string[]) => said(desk, folder, ['git', ...words])
  const upstream = await git('rev-parse', '--abbrev-ref', '@{upstream}')
  if (!upstream) return failed(desk, 'This checkout has no upstream branch. Update it with git.')
  if ((await git('fetch', '--quiet')) === undefined)
    return failed(desk, `Git could not reach the repository of ${upstream}. Run git fetch to see why.`)
  const behind = Number(await git('rev-list', '--count', 'HEAD..@{upstream}'))
  if (behind === 0) return done(desk, `Up to date with ${upstream}.`)
  desk.say(`${behind} newer ${behind === 1 ? 'commit' : 'commits'} on ${upstream}.`)
  if (desk.check) return done(desk, 'To update: convene update')
  if (await git('status', '--porcelain', '--untracked-files=no'))
    return failed(desk, 'This checkout has uncommitted changes. Commit them, then update again.')
  return perform(desk, folder, [
    ['git', 'merge', '--ff-only', '--quiet', '@{upstream}'],
    ['npm', 'ci', '--no-audit', '--no-fund'],
  ])
}

export async function updatePackage(desk: UpdateDesk, copy: Installed): Promise<number> {
  const { kind, folder, name, version } = copy
  const newest = (await said(desk, folder, ['npm', 'view', name, 'version'])) ?? ''
  if (!isVersion(newest))
    return failed(desk, `npm did not report the newest version of ${name}. Run npm view ${name} to see why.`)
  if (!isNewerVersion(newest, version)) return done(desk, `${version} is the newest version.`)
  desk.say(`${newest} is out. This is ${version}.`)
  if (kind !== 'global') return done(desk, `To update: ${wayOf(kind, name, newest)}`)
  if (desk.check) return done(desk, 'To update: convene update')
  return perform(desk, dirname(folder), [['npm', 'install', '--global', `${name}@${newest}`]])
}

type CommandLine = readonly [program: string, ...words: string[]]

async function perform(desk: UpdateDesk, folder: string, steps: readonly CommandLine[]): Promise<number> {
  for (const step of steps) {
    desk.say(step.join(' '))
    if ((await said(desk, folder, step)) === undefined)
      return failed(desk, `That failed, so this copy may be half updated. Run it yourself in ${folder} to see why.`)
  }
  return done(desk, 'Updated. Restart any open server or window.')
}

/** A program's output, or undefined if it fails. It never runs in the workspace, whose settings are somebody else's. */
async function said(
  { environment }: UpdateDesk,
  cwd: string,
  [name, ...words]: CommandLine,
): Promise<string | undefined> {
  const { program, shell } = installerProgram(name)
  // Otherwise npm looks for a newer version of itself, too, if it is slow.
  const env = { ...environment, npm_config_update_notifier: 'false' }
  try {
    const { stdout } = await promisify(execFile)(program, words, { cwd, env, shell })
    return stdout.trim()
  } catch {
    return undefined
  }
}

/** On Windows npm is a script that only a shell can start. Its arguments are a name and a version that were checked. */
export const installerProgram = (
  name: string,
  platform: string = ownSystem.name,
): { program: string; shell: boolean } =>
  platform === 'win32' && name === 'npm' ? { program: 'npm.cmd', shell: true } : { program: name, shell: false }

function done(desk: UpdateDesk, text: string): number {
  desk.say(text)
  return 0
}

function failed(desk: UpdateDesk, text: string): number {
  desk.complain(text)
  return 1
}
