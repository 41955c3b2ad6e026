import type { Problem } from '@convene/platform'

/** A file of a workspace that is not trusted names a model: which of the user's models sees the work is the user's choice. */
export const untrustedModel = (file: string): Problem => ({
  severity: 'warning',
  code: 'untrusted',
  file,
  key: 'model',
  message: 'not used, because this workspace is not trusted. `convene trust --show` shows what it would set.',
})
