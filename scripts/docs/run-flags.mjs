// The flags of a run, which the command line reads before it loads anything else.
import { runFlags as flags } from '../../apps/cli/src/command-line/run-flags.ts'

/** One flag per line, as the formatter leaves them. */
export const runFlags = () => `${JSON.stringify(flags(), null, 2)}\n`
