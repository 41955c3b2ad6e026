import type { Effort } from './effort.ts'
import type { CatalogueRow } from './row.ts'

/** GPT-3.5 and the first GPT-4 support JSON, but no schema. GPT-4o and GPT-4.1 do. */
const WITHOUT_SCHEMAS = /(?:^|\/)gpt-(?:3\.5|4)(?:$|[-:](?!o\b))/u
/** OpenAI's o-models always reason, and have three efforts. */
const O_MODEL = /(?:^|\/)o[1-9](?:$|[-:])/u
const O_EFFORTS: readonly Effort[] = ['low', 'medium', 'high']

/** A row without known catalogue mistakes. A wrong ability costs a refused call every time. */
export function corrected(name: string, row: CatalogueRow): CatalogueRow {
  const { reasoning } = row
  return {
    ...row,
    ...(row.structured && WITHOUT_SCHEMAS.test(name) && { structured: false }),
    ...(reasoning && O_MODEL.test(name) && { reasoning: reasoning.filter((effort) => O_EFFORTS.includes(effort)) }),
  }
}

/** Azure runs OpenAI's models, and its rows say less about them. */
export const alsoListedAs = (name: string): string | undefined =>
  name.startsWith('azure/') ? name.replace('azure/', 'openai/') : undefined
