import { join } from 'node:path'

/** The checkout around this file: `src` and the bundle in `dist` are at the same depth. An installed program has none. */
export const project: string | undefined = join(import.meta.dirname, '..', '..', '..')

/** The folder of the built page. */
export const pageFolder =
  project === undefined ? join(import.meta.dirname, '..', 'web') : join(project, 'apps', 'web', 'dist')

/** Starts another Convene. */
export const launcher = join(import.meta.dirname, '..', 'bin', 'convene.mjs')
