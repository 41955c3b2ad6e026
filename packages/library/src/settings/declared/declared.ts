import { z } from 'zod'
import { accessSettings, webSettings } from './access.ts'
import { approvalSettings, limitSettings } from './limits.ts'
import { modelSettings, providerSettings } from './models.ts'
import { modeGroups } from './modes.ts'
import { decisionSettings, defaultRunSettings, viewSettings } from './runs.ts'
import { serverSettings } from './server.ts'
import type { DeclaredTable } from './table.ts'

/** Keys about the file itself, which are not settings. */
export const fileHeader = {
  $schema: z.string().optional().describe('The URL of the JSON Schema, for editors.'),
  version: z
    .literal(1)
    .optional()
    .describe('The version of this format. Older files are upgraded on the next save, with a `.bak` copy.'),
}

/** The settings whose types are known here. Modes bring their own. */
const own = {
  ...modelSettings,
  ...defaultRunSettings,
  ...providerSettings,
  ...limitSettings,
  ...accessSettings,
  ...viewSettings,
  ...webSettings,
  ...serverSettings,
  ...approvalSettings,
  ...decisionSettings,
}
export type OwnSettings = typeof own

/** Every setting. Schema, types, defaults, merging, trust, the page's form and the guide are derived from this. */
export const declared: DeclaredTable = { ...own, ...modeGroups }
