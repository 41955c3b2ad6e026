import { homedir } from 'node:os'

type Environment = { readonly [name: string]: string | undefined }

const kept = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'LC_CTYPE', 'USER', 'LOGNAME', 'TZ', 'SystemRoot']

/** The part of our environment that a command gets: locations of programs and home, and nothing that could be a key. */
export function commandEnvironment(own: Environment): { readonly [name: string]: string } {
  const passed = kept.flatMap((name) => (own[name] === undefined ? [] : [[name, own[name]] as const]))
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    ...Object.fromEntries(passed),
    SHELL: '/bin/bash',
    TERM: 'dumb',
    TMPDIR: '/tmp',
    PAGER: 'cat',
    GIT_PAGER: 'cat',
    GIT_TERMINAL_PROMPT: '0',
  }
}

export const userHome = (environment: Environment = process.env): string => environment.HOME ?? homedir()
