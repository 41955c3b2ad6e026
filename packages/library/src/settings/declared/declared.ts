import { z } from 'zod'
import { accessSettings, webSettings } from './access.ts'
import { approvalSettings, limitSettings } from './limits.ts'
import { modelSettings, providerSettings } from './models.ts'
import { modeGroups } from './modes.ts'
import { decisionSettings, defaultRunSettings, viewSettings } from './runs.ts'
import { serverSettings } from './server.ts'
import type { DeclaredTable } from './table.ts'

/** What the file says about itself; no setting. */
export const fileHeader = {
  $schema: z.string().optional().describe('The URL of the JSON Schema, for editors.'),
  version: z
    .literal(1)
    .optional()
    .describe('The version of this format. Older files are upgraded on the next save, with a `.bak` copy.'),
}

/** The settings whose types are known here; those of the modes come from the modes. */
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

/** Every setting there is. Schema, types, defaults, merging, trust, the page's form and the guide follow from here. */
export const declared: DeclaredTable = { ...own, ...modeGroups }
