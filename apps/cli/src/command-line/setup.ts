import type { CommandOption } from './command.ts'
import flags from './run-flags.json' with { type: 'json' }

/** How a new run is set up. Written from the options of a run, so that parsing a command loads none of the modes. */
export const setup = flags as readonly CommandOption[]
