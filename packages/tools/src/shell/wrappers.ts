/**
 * How a program that runs its arguments reads them. Letters and long names are options whose value is the next word.
 */
export type Wrapper = {
  readonly letters?: string
  readonly long?: readonly string[]
  /** Words before the command: a duration, a file, a host. */
  readonly operands?: number
  readonly assigns?: boolean
  /** Whether its words are joined and passed to a shell. */
  readonly joins?: boolean
  /** The options whose value is a script. */
  readonly script?: readonly string[]
}

/** Programs that run their arguments, and how to find what they run. */
export const wrappers: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  [
    'sudo',
    {
      letters: 'ughpCTrtUDRa',
      long: ['user', 'group', 'host', 'prompt', 'close-from', 'command-timeout', 'role', 'type', 'chdir', 'chroot'],
      assigns: true,
    },
  ],
  ['doas', { letters: 'uCa' }],
  ['env', { letters: 'uC', long: ['unset', 'chdir'], assigns: true, script: ['-S', '--split-string'] }],
  ['nohup', {}],
  ['nice', { letters: 'n', long: ['adjustment'] }],
  ['ionice', { letters: 'cnpPu', long: ['class', 'classdata'] }],
  ['timeout', { letters: 'ks', long: ['signal', 'kill-after'], operands: 1 }],
  ['setsid', {}],
  ['stdbuf', { letters: 'ioe', long: ['input', 'output', 'error'] }],
  ['command', {}],
  ['builtin', {}],
  ['exec', { letters: 'a' }],
  ['time', { letters: 'fo', long: ['format', 'output'] }],
  [
    'xargs',
    {
      letters: 'aEILnPsd',
      long: ['arg-file', 'delimiter', 'max-args', 'max-procs', 'max-chars', 'replace', 'max-lines', 'process-slot-var'],
    },
  ],
  ['watch', { letters: 'nq', long: ['interval', 'equexit'], joins: true }],
  ['parallel', { letters: 'jPNnLIaSCd', joins: true }],
  ['flock', { letters: 'wE', long: ['timeout', 'conflict-exit-code'], operands: 1, script: ['-c', '--command'] }],
  ['script', { letters: 'IOBTEoc', operands: 1, script: ['-c', '--command'] }],
  ['su', { letters: 'cgGsw', operands: 1, script: ['-c', '--command', '--session-command'] }],
  ['runuser', { letters: 'cgGsuw', long: ['user', 'group'], script: ['-c', '--command'] }],
  ['chroot', { operands: 1 }],
  ['unshare', { letters: 'SGRw' }],
  ['nsenter', { letters: 'tSGW' }],
  ['strace', { letters: 'abeEoOpPsSuUXI' }],
  ['ltrace', { letters: 'abDeFlnopsuwx' }],
  ['busybox', {}],
  ['toybox', {}],
  ['wsl', { letters: 'du', joins: true }],
  ['ssh', { letters: 'BbcDEeFIiJLlmOopQRSWw', operands: 1, joins: true }],
  ['taskset', { letters: 'cp', operands: 1 }],
  ['chrt', { letters: 'TPDp', operands: 1 }],
  ['prlimit', {}],
  ['setpriv', {}],
  ['pkexec', { long: ['user'] }],
  ['systemd-run', { letters: 'pEMuHtG' }],
  ['systemd-inhibit', {}],
  ['numactl', { letters: 'CNmpiI' }],
  ['firejail', {}],
  ['bwrap', {}],
  ['fakeroot', { letters: 'lfs' }],
  ['unbuffer', {}],
  ['rlwrap', { letters: 'abcfHilmPpqstw' }],
  ['xvfb-run', { letters: 'efnpsw' }],
  ['dbus-run-session', {}],
  ['caffeinate', { letters: 'tw' }],
  ['chronic', {}],
  ['ifne', {}],
  ['valgrind', {}],
  ['entr', {}],
  ['eatmydata', {}],
  ['arch', {}],
  ['linux32', {}],
  ['linux64', {}],
])

/** Shells: they run a script from their arguments or their input. */
export const shells: ReadonlySet<string> = new Set(
  'sh bash dash zsh ksh mksh ash yash posh rbash fish csh tcsh'.split(' '),
)
