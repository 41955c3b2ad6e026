// Names that several files export: a search for one finds the others too. Rename the newer one instead of raising the limit.
import { fileURLToPath } from 'node:url'
import { exportedTwice } from '../house/names.mjs'
import { sourceFiles } from '../house/sources.mjs'

/** There were 392 when they were first counted. */
const MOST = 50

const root = process.argv[2] ?? fileURLToPath(new URL('../..', import.meta.url))
const files = sourceFiles(root)
const twice = exportedTwice(files)
if (twice.length > MOST) for (const name of twice) console.log(`  ${name}`)
console.log(`${files.length} files, ${twice.length} names in several of them, at most ${MOST}`)
process.exitCode = files.length === 0 || twice.length > MOST ? 1 : 0
