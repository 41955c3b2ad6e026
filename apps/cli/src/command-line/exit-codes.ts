type ExitCode = { readonly code: number; readonly means: string; readonly more?: string }

/** Every exit code: what it means, in help, and what else the guide says about it. */
export const exitCodes: readonly ExitCode[] = [
  {
    code: 0,
    means: 'done',
    more: 'the goal is met, everybody who was asked has answered, and no limit cut the run short',
  },
  { code: 1, means: 'failed', more: 'there is no result, or `--fail-on` found something' },
  { code: 2, means: 'bad usage or configuration', more: 'the message says what to fix' },
  {
    code: 3,
    means: 'incomplete or stopped by you',
    more: 'there is a result, and the last line says what is missing from it',
  },
  { code: 4, means: 'waiting for you' },
  { code: 130, means: 'interrupted', more: 'after Ctrl-C. The run is paused, and you can resume it' },
  { code: 143, means: 'ended by SIGTERM', more: 'the run is paused, and you can resume it' },
]
