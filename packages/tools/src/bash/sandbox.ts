import { execFile } from 'node:child_process'
import { ownSystem } from '@convene/platform'
import { bubblewrapArguments } from './bubblewrap.ts'
import type { Confinement } from './confinement.ts'
import { limitingLine, usualLimits } from './resource-limits.ts'
import { seatbeltProfile } from './seatbelt.ts'

/** How commands are confined on this machine. For `none`, `why` is the reason. */
export type Sandbox = { readonly kind: 'bubblewrap' | 'seatbelt' } | { readonly kind: 'none'; readonly why: string }

/** The program and arguments that run a line of bash inside the sandbox, or without one. */
export function confine(sandbox: Sandbox, line: string, to: Confinement): { program: string; args: readonly string[] } {
  const limited = ['bash', '-c', limitingLine(to.limits), line]
  if (sandbox.kind === 'bubblewrap') return { program: 'bwrap', args: [...bubblewrapArguments(to), ...limited] }
  if (sandbox.kind === 'seatbelt') return { program: 'sandbox-exec', args: ['-p', seatbeltProfile(to), ...limited] }
  return { program: 'bash', args: ['-c', '--', line] }
}

let found: Promise<Sandbox> | undefined

/** Tries this system's sandbox once, by running something in it. */
export const findSandbox = (): Promise<Sandbox> => {
  found ??= probe()
  return found
}

/** `attempt` returns why a program does not run, or nothing. */
export async function probe(platform: string = ownSystem.name, attempt: Attempt = run): Promise<Sandbox> {
  const known = SANDBOXES[platform]
  if (!known) return { kind: 'none', why: `there is none for ${platform}` }
  const [kind, name] = known
  const { program, args } = confine({ kind }, 'true', trial)
  const error = await attempt(program, args)
  return error === undefined ? { kind } : { kind: 'none', why: `${name} does not work here: ${error}` }
}

const SANDBOXES: { readonly [platform: string]: readonly ['bubblewrap' | 'seatbelt', name: string] | undefined } = {
  linux: ['bubblewrap', 'bubblewrap'],
  darwin: ['seatbelt', 'sandbox-exec'],
}

const trial: Confinement = {
  workspace: '/tmp',
  folder: '/tmp',
  home: '/root',
  data: '/root',
  network: false,
  limits: usualLimits(),
  environment: { PATH: '/usr/bin:/bin' },
}

type Attempt = (program: string, args: readonly string[]) => Promise<string | undefined>

function run(program: string, args: readonly string[]): ReturnType<Attempt> {
  return new Promise((resolve) => {
    execFile(program, args, { timeout: 10_000 }, (error, _, stderr) => {
      if (!error) return resolve(undefined)
      const isMissing = (error as { code?: unknown }).code === 'ENOENT'
      resolve(isMissing ? 'it is not installed' : stderr.trim().split('\n')[0] || error.message)
    })
  })
}
