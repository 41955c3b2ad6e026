import type { FileProblem } from '@convene/platform'

/** For a model named by a file in an untrusted workspace: the user chooses which of their models sees the work. */
export const untrustedModel = (file: string): FileProblem => ({
  severity: 'warning',
  code: 'untrusted',
  file,
  key: 'model',
  message: 'not used, because this workspace is not trusted. `convene trust --show` shows what it would set.',
})
