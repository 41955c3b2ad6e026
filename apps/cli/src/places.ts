import { join } from 'node:path'

/** The root of the checkout: `src` and the bundle in `dist` are at the same depth. An installed Convene has none. */
export const project: string | undefined = join(import.meta.dirname, '..', '..', '..')

/** The folder with the built web pages. */
export const pageFolder =
  project === undefined ? join(import.meta.dirname, '..', 'web') : join(project, 'apps', 'web', 'dist')

/** The folder of the package, with its manifest. */
export const packageFolder = join(import.meta.dirname, '..')

/** The launcher script that starts another Convene process. */
export const launcher = join(import.meta.dirname, '..', 'bin', 'convene.mjs')
