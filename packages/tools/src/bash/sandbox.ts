import { execFile } from 'node:child_process'
import { ownSystem } from '@convene/platform'
import { whyFailed } from '../path/why-failed.ts'
import { bubblewrapArguments } from './bubblewrap.ts'
import type { Confinement } from './confinement.ts'
import { limitingLine, usualResourceLimits } from './resource-limits.ts'
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

/** Tries this system's sandbox by running something in it, again while the machine is too busy to tell. */
export function sandboxFinder(platform: string = ownSystem.name, attempt: Attempt = run): () => Promise<Sandbox> {
  let found: Promise<Probed> | undefined
  return async () => {
    found ??= probe(platform, attempt)
    const { sandbox, isPassing } = await found
    if (isPassing) found = undefined
    return sandbox
  }
}

export const findSandbox = sandboxFinder()

type Probed = { readonly sandbox: Sandbox; readonly isPassing: boolean }

async function probe(platform: string, attempt: Attempt): Promise<Probed> {
  const known = SANDBOXES[platform]
  if (!known) return { sandbox: { kind: 'none', why: `there is none for ${platform}` }, isPassing: false }
  const [kind, name] = known
  const { program, args } = confine({ kind }, 'true', trial)
  const failure = await attempt(program, args)
  if (!failure) return { sandbox: { kind }, isPassing: false }
  const sandbox = { kind: 'none', why: `${name} does not work here: ${failure.why}` } as const
  return { sandbox, isPassing: failure.isPassing }
}

const SANDBOXES: { readonly [platform: string]: readonly ['bubblewrap' | 'seatbelt', name: string] | undefined } = {
  linux: ['bubblewrap', 'bubblewrap'],
  darwin: ['seatbelt', 'sandbox-exec'],
}

const LONGEST_MS = 10_000

const trial: Confinement = {
  workspace: '/tmp',
  folder: '/tmp',
  home: '/root',
  data: '/root',
  network: false,
  limits: usualResourceLimits(),
  environment: { PATH: '/usr/bin:/bin' },
}

/** Why a program does not run, or nothing. `isPassing`: the machine was short of something, and may not be later. */
type Attempt = (program: string, args: readonly string[]) => Promise<Failure | undefined>
type Failure = { readonly why: string; readonly isPassing: boolean }

const SHORTAGES: readonly unknown[] = ['EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM']

function run(program: string, args: readonly string[]): ReturnType<Attempt> {
  return new Promise((resolve) => {
    execFile(program, args, { timeout: LONGEST_MS }, (error, _, stderr) => {
      if (!error) return resolve(undefined)
      const { code, killed = false } = error as { readonly code?: unknown; readonly killed?: boolean }
      const isPassing = killed || SHORTAGES.includes(code)
      if (code === 'ENOENT') resolve({ why: 'it is not installed', isPassing })
      else if (killed) resolve({ why: `it did not answer within ${LONGEST_MS / 1000} s`, isPassing })
      else if (typeof code === 'string') resolve({ why: whyFailed(error), isPassing })
      else resolve({ why: stderr.trim().split('\n')[0] || error.message, isPassing })
    })
  })
}
